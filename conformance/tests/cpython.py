"""Compares the vectors with CPython, and prints how many were compared of each profile."""

import codecs, glob, json


def octets(recipe):
    return b"".join(bytes.fromhex(p.get("hex") or p.get("fill", "")) * p.get("times", 1) for p in recipe)


def judged(data, encoding, unit):
    """The position of the first error and its length, in units, as the vectors have them."""
    try:
        return len(data.decode(encoding).encode(encoding)) // unit, None
    except UnicodeDecodeError as error:
        # At the end of the input, CPython says so.
        cut = error.reason in ("unexpected end of data", "truncated data")
        return error.start // unit, "end" if cut else (error.end - error.start) // unit


verdicts = texts = streams = values = units = 0
for path in sorted(glob.glob("*.jsonl")):
    for case in map(json.loads, open(path, encoding="utf-8")):
        name, expected = case["id"], case["expected"]
        if "input" in case:
            data = octets(case["input"])
            position, length = judged(data, "utf-8", 1)
            assert expected["rfc3629"] == ("ok" if length is None else "bad"), name
            assert expected["position"] == position, name
            verdicts += 1
            if replaced := expected.get("maximal-subpart"):
                assert replaced["error_len"] == length, (name, length)
                assert octets(replaced["text"]).decode() == data.decode("utf-8", "replace"), name
                texts += 1
            for split in expected.get("stream", []):
                decoder, rest = codecs.getincrementaldecoder("utf-8")("replace"), data
                outputs = []
                for count in split["chunks"]:
                    outputs.append(decoder.decode(rest[:count]))
                    rest = rest[count:]
                outputs.append(decoder.decode(b"", True))
                wanted = [octets(output).decode() for output in split["outputs"]]
                assert "".join(outputs) == "".join(wanted), (name, split)
                # After ED, CPython waits for the third octet, since an error handler may let surrogates pass.
                assert outputs == wanted or b"\xed" in data, (name, split)
                streams += 1
            if converted := expected.get("utf16"):
                assert octets(converted["output"]) == data[:position].decode().encode("utf-16-be"), name
        elif "values" in case:
            good = case["values"][: expected["encode"]["refused"]]
            assert octets(expected["encode"]["output"]) == "".join(map(chr, good)).encode(), name
            if len(good) < len(case["values"]):
                try:
                    chr(case["values"][len(good)]).encode()
                    raise AssertionError(name)
                except (ValueError, OverflowError):
                    pass
            values += 1
        else:
            data, converted = octets(case["utf16be"]), expected["utf16"]
            position, length = judged(data, "utf-16-be", 2)
            assert converted["position"] == position, (name, position)
            assert (converted["error_len"] is None) == (length is None), (name, length)
            assert octets(converted["output"]) == data[: 2 * position].decode("utf-16-be").encode(), name
            units += 1
print(verdicts, "verdicts,", texts, "texts,", streams, "streams,", values, "lists,", units, "units")
