"""Makes data with known errors, to try the jobs on; always the same for the same sizes.

    OUT/files/             a folder of files
    OUT/rows.parquet/      a data set of Parquet files, with the columns `bytes`, `text` and `number`
    OUT/rows/              each row of it that is not null, as a file: OUT/rows/PARQUET-FILE/ROW
    OUT/huge.txt           one large file
    OUT/known.json         what is wrong in each of the three
"""

import argparse
import json
import os
import random
from collections import Counter
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.parquet as pq

# Invalid sequences before ASCII, and their errors, counted by hand from RFC 3629.
SEQUENCES = [
    (b"\x80", ["unexpected_continuation"]),
    (b"\xc0\xaf", ["overlong", "unexpected_continuation"]),
    (b"\xe0\x80\x80", ["overlong"] + 2 * ["unexpected_continuation"]),
    (b"\xed\xa0\x80", ["surrogate"] + 2 * ["unexpected_continuation"]),
    (b"\xf4\x90\x80\x80", ["out_of_range"] + 3 * ["unexpected_continuation"]),
    (b"\xff", ["invalid_byte"]),
    (b"\xe2\x82", ["missing_continuation"]),
    (b"\xf0\x9f\x98", ["missing_continuation"]),
]
# The input ends here.
CUT = (b"\xf0\x9f\x98", ["truncated"])

WORDS = "the quick brown fox Straße naïve кошка и собака 東京 漢字 かな 한국어 עברית ไทย €5 😀 👍".split()
# A place to put a sequence: longer than any of them.
GAP = b"[......]"
BLOCK = 1 << 20


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("out", metavar="OUT")
    arguments.add_argument("--mebibytes", type=int, default=1024, help="the size of the large file")
    options = arguments.parse_args()
    if options.mebibytes < 1:
        arguments.error("--mebibytes must be 1 or more")

    known = {
        "files": files(os.path.join(options.out, "files")),
        "rows": rows(options.out),
        "huge": huge(os.path.join(options.out, "huge.txt"), options.mebibytes),
    }
    with open(os.path.join(options.out, "known.json"), "w", encoding="ascii") as file:
        json.dump(known, file, indent=1)


def text(chance: random.Random, size: int, lines: bool = True) -> bytes:
    """Valid text of `size` bytes, with gaps."""
    ends = " " if not lines else " " * 9 + "\n"
    words, length = [], 0
    while length < size:
        word = GAP if chance.randrange(8) == 0 else chance.choice(WORDS).encode()
        word += chance.choice(ends).encode()
        words.append(word)
        length += len(word)
    # Not in the middle of a character.
    whole = b"".join(words)[:size].decode(errors="ignore").encode()
    return whole + b"." * (size - len(whole))


def spoil(chance: random.Random, valid: bytes, most: int) -> tuple[bytes, Counter[str]]:
    """Puts at most `most` sequences into gaps, and counts the errors."""
    spoiled, errors = bytearray(valid), Counter[str]()
    for _ in range(most):
        at = spoiled.find(GAP, chance.randrange(len(spoiled) or 1))
        if at >= 0:
            sequence, kinds = chance.choice(SEQUENCES)
            spoiled[at + 1 : at + 1 + len(sequence)] = sequence
            errors.update(kinds)
    return bytes(spoiled), errors


def files(folder: str) -> dict[str, object]:
    """Files of many sizes and names. Every eighth is spoiled, and one of these is cut."""
    chance = random.Random(1)
    bad, errors = 0, Counter[str]()
    names = ["plain", "two words", "né", "100%", "a#b?c", ".hidden", "_private", "%20"]
    for number in range(240):
        size = 3 * BLOCK + 1 if number == 8 else chance.choice([0, 1, 5, 100, 5_000, 50_000])
        data, found = text(chance, size), Counter[str]()
        if number % 8 == 0:
            data, found = spoil(chance, data + GAP, 12)
            data += CUT[0]
            found.update(CUT[1])
        path = os.path.join(folder, f"folder {number % 5}", f"{names[number // 8 % 8]}-{number}.txt")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
        bad += bool(found)
        errors += found
    return {"inputs": 240, "invalid": bad, "errors": errors}


def rows(out: str) -> dict[str, object]:
    """Short rows. Of two rows `C3` and `A9` both are bad, although together they are a character."""
    chance = random.Random(2)
    count = nulls = bad = 0
    os.makedirs(os.path.join(out, "rows.parquet"), exist_ok=True)
    for part in range(4):
        name = f"part-{part}.parquet"
        folder = os.path.join(out, "rows", name)
        os.makedirs(folder, exist_ok=True)
        values: list[bytes | None] = []
        for row in range(2500):
            data: bytes | None = text(chance, chance.randrange(120))
            if row % 50 == 7:
                data = None
            elif row % 50 in (20, 21):
                data = (b"\xc3", b"\xa9")[row % 50 - 20]
            elif row % 40 == 0:
                data = text(chance, 9) + chance.choice(SEQUENCES)[0] + b"!"
            elif row % 40 == 1:
                data = text(chance, 5) + CUT[0]
            bad += row % 50 in (20, 21) or (row % 40 in (0, 1) and row % 50 != 7)
            values.append(data)
            count, nulls = count + 1, nulls + (data is None)
            if data is not None:
                with open(os.path.join(folder, str(row)), "wb") as file:
                    file.write(data)
        column = pa.array(values, pa.binary())
        # The same bytes with the type of text, which a careless writer would give them.
        unchecked = pa.StringArray.from_buffers(len(column), *column.buffers()[1:], column.buffers()[0])
        table = pa.table({"bytes": column, "text": unchecked, "number": range(len(column))})
        pq.write_table(table, os.path.join(out, "rows.parquet", name), row_group_size=700)
    return {"rows": count, "nulls": nulls, "bad_rows": bad}


def huge(path: str, mebibytes: int) -> dict[str, object]:
    """A block for each mebibyte: a few errors in most, none in some, and one in sixteen full of them."""
    errors = Counter[str]()
    with open(path, "wb") as file:
        for data, found in blocks(random.Random(3), mebibytes):
            file.write(data)
            errors += found
    return {"bytes": os.path.getsize(path), "errors": errors}


def blocks(chance: random.Random, count: int) -> Iterator[tuple[bytes, Counter[str]]]:
    bases = [text(chance, BLOCK), text(chance, BLOCK, lines=False)]
    dense = [sequence.ljust(8, b".") for sequence, _ in SEQUENCES]
    kinds = [kind for _, kinds in SEQUENCES for kind in kinds]
    for number in range(count - 1):
        if number % 16 == 7:
            repeats = BLOCK // 8 // len(dense)
            yield b"".join(dense) * repeats, Counter(kinds * repeats)
        else:
            yield spoil(chance, bases[number % 2], number % 4)
    data, found = spoil(chance, bases[0][: BLOCK // 2].decode(errors="ignore").encode(), 3)
    yield data + CUT[0], found + Counter(CUT[1])


if __name__ == "__main__":
    main()
