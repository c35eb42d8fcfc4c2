// .NET (Mono): System.Text.UTF8Encoding and its Decoder.

using System;
using System.IO;
using System.Linq;
using System.Text;

static class Adapter {
    static readonly UTF8Encoding Strict = new UTF8Encoding(false, true), Lossy = new UTF8Encoding(false, false);

    static string Hex(byte[] bytes) { return string.Concat(bytes.Select(byte => byte.ToString("x2"))); }

    static string Field(byte[] bytes) { return bytes.Length == 0 ? "." : Hex(bytes); }

    static string Validate(byte[] bytes) {
        try {
            Strict.GetCharCount(bytes);
            return "ok " + bytes.Length + " -";
        } catch (DecoderFallbackException) {
            return "bad - -";
        }
    }

    static string Stream(byte[] payload) {
        var decoder = Lossy.GetDecoder();
        var outputs = "";
        for (int at = 0; at < payload.Length; ) {
            int length = BitConverter.ToInt32(payload, at);
            outputs += Step(decoder, payload, at + 4, length, false) + "|";
            at += 4 + length;
        }
        outputs += Step(decoder, payload, 0, 0, true);
        return outputs == "" ? "." : outputs;
    }

    static string Step(Decoder decoder, byte[] bytes, int at, int length, bool end) {
        var text = new char[length + 16];
        int count = decoder.GetChars(bytes, at, length, text, 0, end);
        return Hex(Lossy.GetBytes(text, 0, count));
    }

    static void Main() {
        var input = new BinaryReader(new BufferedStream(Console.OpenStandardInput()));
        var output = new StreamWriter(Console.OpenStandardOutput(), new ASCIIEncoding()) { NewLine = "\n" };
        var version = Environment.Version;
        output.WriteLine("{\"protocol\":1,\"name\":\"Mono, UTF8Encoding\",\"version\":\"" + version
            + "\",\"ops\":[\"validate\",\"lossy\",\"stream\"]}");
        for (;;) {
            output.Flush();
            byte[] op = input.ReadBytes(1);
            if (op.Length == 0) return;
            uint id = input.ReadUInt32();
            byte[] payload = input.ReadBytes((int)input.ReadUInt32());
            string answer =
                op[0] == 1 ? Validate(payload) + " -" :
                op[0] == 2 ? Validate(payload) + " " + Field(Lossy.GetBytes(Lossy.GetString(payload))) :
                op[0] == 3 ? "- - - " + Stream(payload) : "unsupported";
            output.WriteLine(id + " " + answer);
        }
    }
}
