"""Compares the vectors with CPython, and prints how many were compared of each profile."""

import codecs, glob, json


def data_of(recipe):
    return b"".join(bytes.fromhex(p.get("hex") or p.get("fill", "")) * p.get("times", 1) for p in recipe)


def validated(data, encoding, unit):
    """The position of the first error and its length, in units, as the vectors have them."""
    try:
        return len(data.decode(encoding).encode(encoding)) // unit, None
    except UnicodeDecodeError as error:
        # At the end of the input, CPython says so.
        cut = error.reason in ("unexpected end of data", "truncated data")
        return error.start // unit, "end" if cut else (error.end - error.start) // unit


# The profile of each encoding, the bytes of a unit, and what CPython calls it.
ENCODINGS = {"utf16": (2, "utf-16-be"), "utf32": (4, "utf-32-be"), "latin1": (1, "latin-1")}

verdicts = texts = streams = values = units = lossy = 0
for path in sorted(glob.glob("*.jsonl")):
    for case in map(json.loads, open(path, encoding="utf-8")):
        name, expected = case["id"], case["expected"]
        if "input" in case:
            data = data_of(case["input"])
            position, length = validated(data, "utf-8", 1)
            assert expected["rfc3629"] == ("ok" if length is None else "bad"), name
            assert expected["position"] == position, name
            verdicts += 1
            if replaced := expected.get("maximal-subpart"):
                assert replaced["error_len"] == length, (name, length)
                assert data_of(replaced["text"]).decode() == data.decode("utf-8", "replace"), name
                texts += 1
            for split in expected.get("stream", []):
                decoder, rest = codecs.getincrementaldecoder("utf-8")("replace"), data
                outputs = []
                for count in split["chunks"]:
                    outputs.append(decoder.decode(rest[:count]))
                    rest = rest[count:]
                outputs.append(decoder.decode(b"", True))
                wanted = [data_of(output).decode() for output in split["outputs"]]
                assert "".join(outputs) == "".join(wanted), (name, split)
                # After ED, CPython waits for the third byte, since an error handler may let surrogates pass.
                assert outputs == wanted or b"\xed" in data, (name, split)
                streams += 1
            for profile, (_, encoding) in ENCODINGS.items():
                if converted := expected.get(profile):
                    good = data[: converted["position"]].decode()
                    assert data_of(converted["output"]) == good.encode(encoding), name
                    assert converted["position"] == position or profile == "latin1", name
                if replaced := expected.get(profile + "-lossy"):
                    text = data.decode("utf-8", "replace")
                    if profile == "latin1":
                        mark = chr(replaced["replacement"])
                        text = "".join(c if ord(c) < 256 else mark for c in text)
                        replaced = replaced["output"]
                    assert data_of(replaced) == text.encode(encoding), name
                    lossy += 1
        elif "values" in case:
            good = case["values"][: expected["encode"]["refused"]]
            assert data_of(expected["encode"]["output"]) == "".join(map(chr, good)).encode(), name
            if len(good) < len(case["values"]):
                try:
                    chr(case["values"][len(good)]).encode()
                    raise AssertionError(name)
                except (ValueError, OverflowError):
                    pass
            values += 1
        else:
            profile = next(name for name in ENCODINGS if name in expected)
            unit, encoding = ENCODINGS[profile]
            data = data_of(case["latin1" if profile == "latin1" else profile + "be"])
            position, length = validated(data, encoding, unit)
            converted = expected[profile]
            assert converted["position"] == position, (name, position)
            assert (converted["error_len"] is None) == (length is None), (name, length)
            assert data_of(converted["output"]) == data[: unit * position].decode(encoding).encode(), name
            if replaced := expected.get(profile + "-lossy"):
                assert data_of(replaced) == data.decode(encoding, "replace").encode(), name
                lossy += 1
            units += 1
print(verdicts, "verdicts,", texts, "texts,", streams, "streams,", values, "lists,", units, "units,", lossy, "replaced")
