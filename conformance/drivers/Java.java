// Java: CharsetDecoder and CharsetEncoder, and String.

import java.io.*;
import java.nio.*;
import java.nio.charset.*;
import java.util.*;

public class Java {
    static final Charset UTF_8 = StandardCharsets.UTF_8;

    public static void main(String[] arguments) throws IOException {
        var input = new DataInputStream(new BufferedInputStream(System.in));
        var output = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "US-ASCII");
        output.println("{\"protocol\":1,\"name\":\"Java, CharsetDecoder\",\"version\":\""
            + System.getProperty("java.version") + "\",\"ops\":[\"validate\",\"lossy\",\"stream\",\"encode\"]}");
        output.flush();
        for (int op; (op = input.read()) >= 0; ) {
            long id = Integer.toUnsignedLong(Integer.reverseBytes(input.readInt()));
            byte[] payload = input.readNBytes(Integer.reverseBytes(input.readInt()));
            String answer = switch (op) {
                case 1 -> validate(payload) + " -";
                case 2 -> validate(payload) + " " + field(new String(payload, UTF_8).getBytes(UTF_8));
                case 3 -> stream(ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN));
                case 4 -> encode(ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN));
                default -> "unsupported";
            };
            output.print(id + " " + answer + "\n");
            output.flush();
        }
    }

    static String hex(byte[] octets) {
        return HexFormat.of().formatHex(octets);
    }

    static String field(byte[] octets) {
        return octets.length == 0 ? "." : hex(octets);
    }

    static String validate(byte[] octets) {
        var input = ByteBuffer.wrap(octets);
        var decoder = UTF_8.newDecoder();
        var result = decoder.decode(input, CharBuffer.allocate(octets.length + 1), false);
        if (result.isError()) return "bad " + input.position() + " " + result.length();
        if (input.hasRemaining()) return "bad " + input.position() + " end";
        return "ok " + octets.length + " -";
    }

    static String stream(ByteBuffer payload) {
        var decoder = UTF_8.newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE).onUnmappableCharacter(CodingErrorAction.REPLACE);
        var outputs = new StringJoiner("|");
        var input = ByteBuffer.allocate(payload.capacity() + 16);
        while (payload.hasRemaining()) {
            byte[] chunk = new byte[payload.getInt()];
            payload.get(chunk);
            input.put(chunk).flip();
            outputs.add(step(decoder, input, false));
            input.compact(); // What the decoder left is the beginning of a sequence.
        }
        outputs.add(step(decoder, input.flip(), true));
        String text = outputs.toString();
        return "- - - " + (text.isEmpty() ? "." : text);
    }

    static String step(CharsetDecoder decoder, ByteBuffer input, boolean end) {
        var output = CharBuffer.allocate(input.remaining() + 16);
        decoder.decode(input, output, end);
        if (end) decoder.flush(output);
        return hex(output.flip().toString().getBytes(UTF_8));
    }

    static String encode(ByteBuffer payload) {
        var output = new ByteArrayOutputStream();
        for (int index = 0; payload.hasRemaining(); index++) {
            try {
                var text = CharBuffer.wrap(Character.toChars(payload.getInt()));
                var octets = UTF_8.newEncoder().encode(text);
                output.write(octets.array(), 0, octets.limit());
            } catch (IllegalArgumentException | CharacterCodingException refused) {
                return "bad " + index + " - " + field(output.toByteArray());
            }
        }
        return "ok " + payload.capacity() / 4 + " - " + field(output.toByteArray());
    }
}
