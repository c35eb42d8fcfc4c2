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


def validate(octets, output="-"):
    try:
        octets.decode()
        return f"ok {len(octets)} - {output}"
    except UnicodeDecodeError as error:
        # It says "unexpected end of data" where more octets could still make a sequence of it.
        length = "end" if error.reason == "unexpected end of data" else error.end - error.start
        return f"bad {error.start} {length} {output}"


def lossy(octets):
    return validate(octets, octets.decode(errors="replace").encode().hex() or ".")


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


def to_utf16(octets):
    start = int(validate(octets).split()[1])
    return validate(octets, octets[:start].decode().encode("utf-16-be").hex() or ".")


OPS = {1: validate, 2: lossy, 3: stream, 4: encode, 9: to_utf16, 6: stream}
OPS[7] = lambda payload: stream(payload, "utf-8-sig")
NAMES = ["validate", "lossy", "stream", "encode", "bom-keep", "bom-ignore", "to-utf16"]

print(json.dumps({"protocol": 1, "name": "CPython", "version": platform.python_version(), "ops": NAMES}), flush=True)
while header := sys.stdin.buffer.read(9):
    op, request, length = struct.unpack("<BII", header)
    payload = sys.stdin.buffer.read(length)
    print(request, OPS[op](payload) if op in OPS else "unsupported", flush=True)
