"""Python's own decoder and encoder (bytes.decode, the incremental decoders, str.encode)."""

import codecs
import json
import platform
import struct
import sys


def numbers(payload):
    return struct.unpack("<%dI" % (len(payload) // 4), payload)


def chunks(payload):
    while payload:
        length = int.from_bytes(payload[:4], "little")
        yield payload[4 : 4 + length]
        payload = payload[4 + length :]


def validate(data, output="-"):
    try:
        data.decode()
        return f"ok {len(data)} - {output}"
    except UnicodeDecodeError as error:
        # It says "unexpected end of data" where more bytes could still make a sequence of it.
        length = "end" if error.reason == "unexpected end of data" else error.end - error.start
        return f"bad {error.start} {length} {output}"


def lossy(data):
    return validate(data, data.decode(errors="replace").encode().hex() or ".")


def stream(payload, encoding="utf-8"):
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    outputs = [decoder.decode(chunk) for chunk in chunks(payload)] + [decoder.decode(b"", final=True)]
    return "- - - " + ("|".join(output.encode().hex() for output in outputs) or ".")


def encode(payload):
    output = b""
    values = numbers(payload)
    for index, value in enumerate(values):
        try:
            output += chr(value).encode()
        except (ValueError, OverflowError):  # UnicodeEncodeError is a ValueError
            return f"bad {index} - {output.hex() or '.'}"
    return f"ok {len(values)} - {output.hex() or '.'}"


# What the codecs call errors.
KINDS = {
    "illegal UTF-16 surrogate": "lone-high",
    "illegal encoding": "lone-low",
    "unexpected end of data": "cut-off",
    "truncated data": "cut-off",
    "code point in surrogate code point range (0xd800-0xdfff)": "surrogate",
    "code point not in range(0x110000)": "out-of-range",
}
MARK = 0
codecs.register_error("mark", lambda error: (bytes([MARK]) * (error.end - error.start), error.end))


def converts_to(codec):
    def convert(data):
        verdict = validate(data)
        text = data[: int(verdict.split()[1])].decode()
        try:
            return validate(data, text.encode(codec).hex() or ".")
        except UnicodeEncodeError as error:
            before, wrong = text[: error.start], text[error.start]
            output = before.encode(codec).hex() or "."
            return f"bad {len(before.encode())} {len(wrong.encode())} {output} unmappable"

    return convert


def converts_from(codec, width):
    def convert(data):
        try:
            return f"ok {len(data) // width} - {data.decode(codec).encode().hex() or '.'}"
        except UnicodeDecodeError as error:
            kind = KINDS.get(error.reason, "-")
            length = "end" if kind == "cut-off" else (error.end - error.start) // width
            output = data[: error.start].decode(codec).encode().hex() or "."
            return f"bad {error.start // width} {length} {output} {kind}"

    return convert


def replaces_to(codec):
    return lambda data: "- - - " + (data.decode(errors="replace").encode(codec).hex() or ".")


def replaces_from(codec):
    return lambda data: "- - - " + (data.decode(codec, "replace").encode().hex() or ".")


def to_latin1_lossy(payload):
    global MARK
    MARK = payload[0]
    text = payload[1:].decode(errors="replace")
    return "- - - " + (text.encode("latin-1", "mark").hex() or ".")


OPS = {1: ("validate", validate), 2: ("lossy", lossy), 3: ("stream", stream), 4: ("encode", encode)}
OPS |= {6: ("bom-keep", stream), 7: ("bom-ignore", lambda payload: stream(payload, "utf-8-sig"))}
OPS |= {25: ("to-latin1", converts_to("latin-1")), 26: ("from-latin1", converts_from("latin-1", 1))}
OPS[35] = ("to-latin1-lossy", to_latin1_lossy)
for number, replacing, name, codec, width in [
    (9, 27, "utf16", "utf-16-be", 2),
    (19, 29, "utf16le", "utf-16-le", 2),
    (21, 31, "utf32", "utf-32-be", 4),
    (23, 33, "utf32le", "utf-32-le", 4),
]:
    OPS[number] = (f"to-{name}", converts_to(codec))
    OPS[number + 1] = (f"from-{name}", converts_from(codec, width))
    OPS[replacing] = (f"to-{name}-lossy", replaces_to(codec))
    OPS[replacing + 1] = (f"from-{name}-lossy", replaces_from(codec))

HELLO = {"protocol": 1, "name": "CPython", "version": platform.python_version()}
print(json.dumps({**HELLO, "ops": [name for name, _ in OPS.values()]}), flush=True)
while header := sys.stdin.buffer.read(9):
    op, request, length = struct.unpack("<BII", header)
    payload = sys.stdin.buffer.read(length)
    print(request, OPS[op][1](payload) if op in OPS else "unsupported", flush=True)
