"""The snippets of docs/src/engines.md, taken from the page and run."""

import pathlib
import re

import placemat
import pyarrow as pa
import pyarrow.parquet
import pytest

PAGE = pathlib.Path(__file__).parents[3] / "docs/src/engines.md"
ROWS = [b"caf\xc3\xa9", b"caf\xe9", None, b"\xc3", b"\xa9", "€".encode()]
BAD = [1, 3, 4]


def ids(frame):
    return frame["id"].to_list()


# What each snippet is to come to, under its headings, in the page's order.
EXPECTED = {
    "A column, row by row/pandas": [lambda names: ids(names["bad"]) == BAD],
    "A column, row by row/Polars": [lambda names: ids(names["bad"]) == BAD],
    "A column, row by row/DuckDB": [
        lambda names: sorted(names["bad"]) == [(row,) for row in BAD],
        lambda names: names["first"].row == 1,
    ],
    "A column, row by row/Ray": [lambda names: sorted(row["id"] for row in names["bad"]) == BAD],
    "A column, row by row/Dask": [lambda names: ids(names["bad"]) == BAD],
    "One file in parts/Ray": [lambda names: names["totals"] == whole()],
    "One file in parts/Dask": [lambda names: names["totals"] == whole()],
}


def snippets():
    """The page's blocks of Python: the headings above each, and its text."""
    found, chapter, section = {}, "", ""
    for heading, title, block in re.findall(r"^(##+) ([^\n]*)$|^```python\n(.*?)^```$", PAGE.read_text(), re.M | re.S):
        if heading == "##":
            chapter, section = title, ""
        elif heading:
            section = title
        else:
            found.setdefault(f"{chapter}/{section}", []).append(block)
    return found


def whole():
    with open("big.log", "rb") as file:
        return placemat.Summary.of(file.read()).finish()


def test_every_snippet_has_an_expectation():
    assert {place: len(blocks) for place, blocks in snippets().items()} == {
        place: len(checks) for place, checks in EXPECTED.items()
    }


@pytest.mark.parametrize("place", EXPECTED)
def test_snippets(place, tmp_path, monkeypatch):
    engine = place.split("/")[1].lower()
    pytest.importorskip(engine, reason=f"{engine} is not installed: cargo xtask python --engines")
    monkeypatch.chdir(tmp_path)
    table = pa.table({"id": range(len(ROWS)), "payload": pa.array(ROWS, pa.binary())})
    pyarrow.parquet.write_table(table, "messages.parquet")
    if place.startswith("One file"):
        # Three parts; the first ends inside a character, the second inside what is none.
        text = bytearray(b"x" * 29 + "ein Wort, zwei Wörter, € 5\n".encode() * 1_500_000)
        assert text[(16 << 20) - 1 : (16 << 20) + 1] == "ö".encode()
        text[(32 << 20) - 1 : (32 << 20) + 1] = b"\xf0\x9f"
        (tmp_path / "big.log").write_bytes(text[: 40 << 20])
        assert whole().errors >= 1
    for block, holds in zip(snippets()[place], EXPECTED[place], strict=True):
        names = {"__name__": "snippet"}
        exec(compile(block, str(PAGE), "exec"), names)
        assert holds(names), block
    if engine == "ray":
        names["ray"].shutdown()
