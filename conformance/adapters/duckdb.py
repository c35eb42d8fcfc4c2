"""DuckDB: decode() of a BLOB, and chr(). Needs the package duckdb."""

import json
import struct
import sys

import duckdb

database = duckdb.connect()


def validate(data):
    return f"{'bad' if database.execute('select try(decode(?::blob))', (data,)).fetchone()[0] is None else 'ok'} - - -"


def encode(payload):
    output = b""
    values = struct.unpack("<%dI" % (len(payload) // 4), payload)
    for at, value in enumerate(values):
        try:
            output += database.execute("select encode(chr(?))", (value,)).fetchone()[0]
        except duckdb.Error:
            return f"bad {at} - {output.hex() or '.'}"
    return f"ok {len(values)} - {output.hex() or '.'}"


OPS = {1: validate, 4: encode}
HELLO = {"protocol": 1, "name": "DuckDB", "version": duckdb.__version__, "ops": ["validate", "encode"]}
print(json.dumps(HELLO), flush=True)
while header := sys.stdin.buffer.read(9):
    op, request, length = struct.unpack("<BII", header)
    payload = sys.stdin.buffer.read(length)
    print(request, OPS[op](payload) if op in OPS else "unsupported", flush=True)
