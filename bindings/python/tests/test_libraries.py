"""What pyarrow, polars, pandas and duckdb hand over, as it comes; and what they take."""

import struct

import duckdb
import pandas as pd
import placemat
import polars as pl
import pyarrow as pa
import pytest

ROWS = [b"caf\xc3\xa9", None, b"caf\xe9", b"", b"more than twelve bytes: \xf0\x9f\x98\x80", b"\xc3", b"\xa9"]
VERDICTS = [True, None, False, True, True, False, False]
REPAIRED = [None if row is None else row.decode("utf-8", "replace") for row in ROWS]


def relation(columns="data"):
    connection = duckdb.connect()
    connection.execute("CREATE TABLE rows (id INTEGER, data BLOB)")
    connection.executemany("INSERT INTO rows VALUES (?, ?)", list(enumerate(ROWS)))
    return connection.sql(f"SELECT {columns} FROM rows ORDER BY id")


def pandas_rows(dtype):
    return pd.Series(ROWS, dtype=dtype)


COLUMNS = {
    "pyarrow array": lambda: pa.array(ROWS, pa.binary()),
    "pyarrow chunked array": lambda: pa.chunked_array([ROWS[:2], ROWS[2:]], pa.large_binary()),
    "pyarrow record batch": lambda: pa.record_batch({"data": ROWS}),
    "pyarrow part of a record batch": lambda: pa.record_batch({"data": [b"\xff", *ROWS, b"\xff"]}).slice(1, len(ROWS)),
    "pyarrow part of a struct array": lambda: pa.array([{"data": row} for row in [b"\xff", *ROWS]])[1:],
    "pyarrow table": lambda: pa.table({"data": ROWS}),
    "pyarrow reader": lambda: pa.table({"data": ROWS}).to_reader(3),
    "polars series": lambda: pl.Series(ROWS),
    "polars part of a series": lambda: pl.Series([b"\xff", *ROWS])[1:],
    "polars frame": lambda: pl.DataFrame({"data": ROWS}),
    "pandas series of objects": lambda: pandas_rows("object"),
    "pandas series over Arrow": lambda: pandas_rows(pd.ArrowDtype(pa.binary())),
    "pandas frame": lambda: pandas_rows("object").to_frame("data"),
    "duckdb relation": relation,
    "duckdb table": lambda: relation().to_arrow_table(),
}


@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS.keys())
def test_columns_as_they_are_handed_over(column):
    assert list(placemat.is_utf8_array(column())) == VERDICTS
    found = placemat.validate_array(column())
    assert (found.row, found.error) == (2, placemat.validate(ROWS[2]))
    assert list(placemat.repair_array(column())) == REPAIRED


def test_text_columns():
    text = ["café", None, "a longer string: €"]
    columns = [pa.array(text), pl.Series(text), pd.Series(text), duckdb.sql("SELECT unnest(?) AS text", params=[text])]
    for column in columns:
        assert list(placemat.repair_array(column)) == text
        assert placemat.validate_array(column) is None


def test_results_are_taken():
    verdicts, texts = placemat.is_utf8_array(pl.Series(ROWS)), placemat.repair_array(pl.Series(ROWS))
    assert pa.array(verdicts).to_pylist() == pl.Series(verdicts).to_list() == VERDICTS
    assert pa.array(texts).to_pylist() == pl.Series(texts).to_list() == REPAIRED
    assert pd.Series.from_arrow(texts).isna().tolist() == [row is None for row in ROWS]
    assert duckdb.sql("SELECT * FROM verdicts").fetchall() == [(verdict,) for verdict in VERDICTS]
    assert duckdb.sql("SELECT * FROM texts").fetchall() == [(text,) for text in REPAIRED]


def test_tables_of_more_columns_and_structures_with_nulls():
    for table in [pa.table({"id": [1], "data": [b"a"]}), relation("id, data"), pl.DataFrame({"a": [b"a"], "b": [1]})]:
        with pytest.raises(TypeError, match="a table of 2 columns; pass one of them"):
            placemat.is_utf8_array(table)
    with pytest.raises(TypeError, match="a table of 0 columns"):
        placemat.is_utf8_array(pa.table({}))
    with pytest.raises(TypeError, match="format 'l'"):
        placemat.is_utf8_array(pa.table({"id": [1]}))
    structures = pa.array([{"data": b"a"}, None])
    with pytest.raises(TypeError, match="structures that may be null; pass its field"):
        placemat.is_utf8_array(structures)
    assert list(placemat.is_utf8_array(structures.flatten()[0])) == [True, None]
    assert list(placemat.is_utf8_array(pa.table({"data": pa.array([], pa.binary())}))) == []


def test_offsets_that_are_not_aligned():
    offsets = b"\0" + struct.pack("<3i", 0, 1, 3)
    values = pa.py_buffer(b"a\xc3\xa9")
    rows = pa.Array.from_buffers(pa.binary(), 2, [None, pa.py_buffer(offsets)[1:], values])
    with pytest.raises(ValueError, match="not aligned; copy it"):
        placemat.is_utf8_array(rows)
