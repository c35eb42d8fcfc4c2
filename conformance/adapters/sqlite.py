"""SQLite, through Python's sqlite3: text is not checked; the function unicode() decodes it."""

import json
import sqlite3
import struct
import sys

CHARACTERS = """
with recursive text(value) as (select cast(? as text)),
  at(n) as (select 1 where exists (select 1 from text where length(value) > 0)
            union all select n + 1 from at, text where n < length(value))
select unicode(substr(value, n)) from at, text order by n
"""

database = sqlite3.connect(":memory:")


def lossy(data):
    try:
        values = [row[0] for row in database.execute(CHARACTERS, (data,))]
        text = "".join(map(chr, values)).encode(errors="surrogatepass")
    except (ValueError, OverflowError) as error:  # beyond what Python's chr takes
        text = str(error).encode()
    return f"- - - {text.hex() or '.'}"


def encode(payload):
    values = struct.unpack("<%dI" % (len(payload) // 4), payload)
    output = b"".join(database.execute("select cast(char(?) as blob)", (value,)).fetchone()[0] for value in values)
    return f"ok {len(values)} - {output.hex() or '.'}"


OPS = {2: lossy, 4: encode}
HELLO = {"protocol": 1, "name": "SQLite", "version": sqlite3.sqlite_version, "ops": ["lossy", "encode"]}
print(json.dumps(HELLO), flush=True)
while header := sys.stdin.buffer.read(9):
    op, request, length = struct.unpack("<BII", header)
    payload = sys.stdin.buffer.read(length)
    print(request, OPS[op](payload) if op in OPS else "unsupported", flush=True)
