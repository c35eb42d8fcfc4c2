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
            + System.getProperty("java.version") + "\",\"ops\":[\"validate\",\"lossy\",\"lossy-java\",\"stream\",\"encode\","
            + "\"to-latin1\",\"from-latin1\",\"to-latin1-lossy\"" + operations() + "]}");
        output.flush();
        for (int op; (op = input.read()) >= 0; ) {
            long id = Integer.toUnsignedLong(Integer.reverseBytes(input.readInt()));
            byte[] payload = input.readNBytes(Integer.reverseBytes(input.readInt()));
            String answer = switch (op) {
                case 1 -> validate(payload) + " -";
                case 2, 38 -> validate(payload) + " " + field(new String(payload, UTF_8).getBytes(UTF_8));
                case 3 -> stream(ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN));
                case 4 -> encode(ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN));
                case 25 -> to(payload, Charset.forName("ISO-8859-1"));
                case 26 -> from(payload, Charset.forName("ISO-8859-1"), 1);
                case 35 -> toLatin1(payload);
                default -> convert(op, payload);
            };
            output.print(id + " " + answer + "\n");
            output.flush();
        }
    }

    // Name, charset, width in bytes, and the first strict and lossy operation: each to the encoding, followed by the
    // one from it.
    record Wide(String name, String charset, int width, int strict, int lossy) {}

    static final List<Wide> WIDE = List.of(
        new Wide("utf16", "UTF-16BE", 2, 9, 27), new Wide("utf16le", "UTF-16LE", 2, 19, 29),
        new Wide("utf32", "UTF-32BE", 4, 21, 31), new Wide("utf32le", "UTF-32LE", 4, 23, 33));

    static String operations() {
        var names = new StringBuilder();
        for (var wide : WIDE)
            for (var name : List.of("to-" + wide.name, "from-" + wide.name))
                names.append(",\"" + name + "\",\"" + name + "-lossy\"");
        return names.toString();
    }

    static String convert(int op, byte[] payload) {
        for (var wide : WIDE) {
            var charset = Charset.forName(wide.charset);
            if (op == wide.strict) return to(payload, charset);
            if (op == wide.strict + 1) return from(payload, charset, wide.width);
            if (op == wide.lossy) return "- - - " + field(new String(payload, UTF_8).getBytes(charset));
            if (op == wide.lossy + 1) return "- - - " + field(new String(payload, charset).getBytes(UTF_8));
        }
        return "unsupported";
    }

    static String to(byte[] bytes, Charset charset) {
        String verdict = validate(bytes);
        var text = new String(bytes, 0, Integer.parseInt(verdict.split(" ")[1]), UTF_8);
        var input = CharBuffer.wrap(text);
        var output = ByteBuffer.allocate(4 * text.length() + 4);
        var result = charset.newEncoder().encode(input, output, true);
        String hex = field(Arrays.copyOf(output.array(), output.position()));
        if (!result.isUnmappable()) return verdict + " " + hex;
        int at = input.position(), end = at + Character.charCount(text.codePointAt(at));
        int length = text.substring(at, end).getBytes(UTF_8).length;
        return "bad " + text.substring(0, at).getBytes(UTF_8).length + " " + length + " " + hex + " unmappable";
    }

    static String from(byte[] bytes, Charset charset, int width) {
        var input = ByteBuffer.wrap(bytes);
        var output = CharBuffer.allocate(bytes.length + 1);
        var result = charset.newDecoder().decode(input, output, false);
        String hex = field(output.flip().toString().getBytes(UTF_8));
        int at = input.position() / width;
        if (result.isError()) return "bad " + at + " " + result.length() / width + " " + hex;
        return input.hasRemaining() ? "bad " + at + " end " + hex : "ok " + at + " - " + hex;
    }

    static String toLatin1(byte[] payload) {
        var encoder = Charset.forName("ISO-8859-1").newEncoder().onUnmappableCharacter(CodingErrorAction.REPLACE)
            .replaceWith(new byte[] {payload[0]});
        var text = new String(payload, 1, payload.length - 1, UTF_8);
        var output = ByteBuffer.allocate(text.length() + 4);
        encoder.encode(CharBuffer.wrap(text), output, true);
        return "- - - " + field(Arrays.copyOf(output.array(), output.position()));
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    static String field(byte[] bytes) {
        return bytes.length == 0 ? "." : hex(bytes);
    }

    static String validate(byte[] bytes) {
        var input = ByteBuffer.wrap(bytes);
        var decoder = UTF_8.newDecoder();
        var result = decoder.decode(input, CharBuffer.allocate(bytes.length + 1), false);
        if (result.isError()) return "bad " + input.position() + " " + result.length();
        if (input.hasRemaining()) return "bad " + input.position() + " end";
        return "ok " + bytes.length + " -";
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
            input.compact(); // Keeps the start of a sequence that the decoder left.
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
                var bytes = UTF_8.newEncoder().encode(text);
                output.write(bytes.array(), 0, bytes.limit());
            } catch (IllegalArgumentException | CharacterCodingException refused) {
                return "bad " + index + " - " + field(output.toByteArray());
            }
        }
        return "ok " + payload.capacity() / 4 + " - " + field(output.toByteArray());
    }
}
