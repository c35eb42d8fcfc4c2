"""Columns, by Arrow's C data interface."""

import ctypes

import numpy as np
import placemat
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, strategies as st

from conftest import hostile

TYPES = [pa.binary(), pa.large_binary(), pa.binary_view()]
rows = st.lists(st.none() | hostile, max_size=12)


def repaired(row):
    return None if row is None else row.decode("utf-8", "replace")


@given(rows, st.sampled_from(TYPES), st.integers(0, 3))
def test_rows_are_validated_one_by_one(rows, kind, start):
    column = pa.array(rows, kind)[start:]
    rows = rows[start:]
    verdicts = pa.array(placemat.is_utf8_array(column))
    assert verdicts.to_pylist() == [None if row is None else placemat.is_utf8(row) for row in rows]
    texts = pa.array(placemat.repair_array(column))
    texts.validate(full=True)
    assert texts.to_pylist() == [repaired(row) for row in rows]
    found = placemat.validate_array(column)
    bad = [at for at, row in enumerate(rows) if row is not None and not placemat.is_utf8(row)]
    assert (found and found.row) == (bad[0] if bad else None)
    errors = placemat.errors_array(column)
    assert [(error.row, error.error) for error in errors] == [(row, placemat.validate(rows[row])) for row in bad]
    assert errors[:1] == ([found] if found else [])
    nullified = pa.array(placemat.nullify_array(column))
    nullified.validate(full=True)
    assert nullified.to_pylist() == [None if at in bad or row is None else row.decode() for at, row in enumerate(rows)]


@given(rows, rows)
def test_chunks_are_one_column(front, back):
    column = pa.chunked_array([front, back], pa.binary())
    assert list(placemat.is_utf8_array(column)) == [
        None if row is None else placemat.is_utf8(row) for row in front + back
    ]
    whole = pa.array(front + back, pa.binary())
    assert placemat.validate_array(column) == placemat.validate_array(whole)
    assert placemat.errors_array(column) == placemat.errors_array(whole)
    assert list(placemat.nullify_array(column)) == list(placemat.nullify_array(whole))


def test_an_offset_that_cuts_a_character():
    column = pa.array([b"\xc3", b"\xa9"], pa.binary())
    assert list(placemat.is_utf8_array(column)) == [False, False]
    assert placemat.validate_array(column).row == 0


def test_many_rows_across_the_parts_that_are_validated_together():
    rows = [f"row {n} é".encode() for n in range(5000)]
    for bad in [None, 0, 1023, 1024, 4999]:
        changed = list(rows)
        if bad is not None:
            changed[bad] = b"\xff"
        column = pa.array(changed, pa.binary())
        found = placemat.validate_array(column)
        assert (found and found.row) == bad
        assert [error.row for error in placemat.errors_array(column)] == ([] if bad is None else [bad])
        assert list(placemat.is_utf8_array(column)).count(False) == (bad is not None)


def test_other_libraries_and_other_types():
    series = pl.Series(["café", None, "€"])
    assert list(placemat.is_utf8_array(series)) == [True, None, True]
    assert pl.Series(placemat.repair_array(series)).to_list() == ["café", None, "€"]
    for rows in [[b"a"], np.array([b"a"]), np.array([b"a", None])]:
        with pytest.raises(TypeError, match=r"neither __arrow_c_array__ nor __arrow_c_stream__; pass pyarrow.array\(rows\)"):
            placemat.is_utf8_array(rows)
        assert placemat.is_utf8_array(pa.array(rows))[0] is True
    with pytest.raises(TypeError, match="format 'i'|format 'l'"):
        placemat.is_utf8_array(pa.array([1, 2]))
    with pytest.raises(TypeError, match="dictionary"):
        placemat.is_utf8_array(pa.array(["a", "a"]).dictionary_encode())
    assert len(placemat.is_utf8_array(pa.array([], pa.binary()))) == 0
    column = placemat.is_utf8_array(pa.array([b"a"]))
    for row in [0, -1]:
        assert column[row] is True
    for row in [1, -2]:
        with pytest.raises(IndexError):
            column[row]


def test_null_rows_with_bytes_that_are_no_text():
    null = pa.array([True, False, True]).buffers()[1]
    offsets = pa.array([0, 1, 2, 3], pa.int32()).buffers()[1]
    column = pa.Array.from_buffers(pa.binary(), 3, [null, offsets, pa.py_buffer(b"a\xff\xff")])
    assert [error.row for error in placemat.errors_array(column)] == [2]
    assert list(placemat.is_utf8_array(column)) == [True, None, False]
    assert list(placemat.nullify_array(column)) == ["a", None, None]
    assert list(placemat.repair_array(column)) == ["a", None, "\ufffd"]


def test_a_capsule_that_nobody_takes_is_freed():
    column = placemat.repair_array(pa.array([b"a" * 1000] * 1000))
    for _ in range(100):
        column.__arrow_c_array__()


class Claim:
    """An array with another length than its buffers have."""

    def __init__(self, kind, length):
        self.array, self.length = pa.array([b"a"], kind), length

    def __arrow_c_array__(self, requested_schema=None):
        capsules = self.array.__arrow_c_array__()
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        ctypes.c_int64.from_address(pointer(capsules[1], b"arrow_array")).value = self.length
        return capsules


FUNCTIONS = [
    placemat.is_utf8_array,
    placemat.validate_array,
    placemat.errors_array,
    placemat.repair_array,
    placemat.nullify_array,
]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("length", [2**63 - 1, 2**62, 2**61, 2**59])
def test_a_length_that_no_memory_has_is_an_error(function, kind, length):
    with pytest.raises(ValueError, match="not laid out as its format says"):
        function(Claim(kind, length))


@pytest.mark.parametrize("function", [placemat.is_utf8_array, placemat.repair_array, placemat.nullify_array])
def test_a_result_that_no_memory_has_is_an_error(function):
    with pytest.raises(MemoryError, match="so many rows"):
        function(Claim(pa.binary(), 2**58))
    with pytest.raises(MemoryError, match="so many rows"):
        function(Claim(pa.binary_view(), 2**58))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_an_offset_outside_names_its_row(function):
    offsets = pa.array([0, 2, 1, 2], pa.int32()).buffers()[1]
    column = pa.Array.from_buffers(pa.binary(), 3, [None, offsets, pa.py_buffer(b"abc")])
    with pytest.raises(ValueError, match="row 1 is not inside"):
        function(column)
    with pytest.raises(ValueError, match="row 5 is not inside"):
        function(pa.chunked_array([pa.array([b"a"] * 4), column]))


def test_views_far_from_the_start():
    rows = [b"a"] * 5000
    rows[3000] = rows[4999] = b"\xff" * 20
    assert [error.row for error in placemat.errors_array(pa.array(rows, pa.binary_view()))] == [3000, 4999]


def test_replacement_as_by_other_decoders():
    column = pa.array([b"\xed\xa0\x80", b"\xc0\xaf", b"a"], pa.binary())
    for replacement, counts in [("maximal-subpart", [3, 2]), ("java", [1, 2]), ("whole-sequence", [1, 1])]:
        expected = ["\ufffd" * count for count in counts]
        assert list(placemat.repair_array(column, replacement=replacement)) == [*expected, "a"]
        assert placemat.repair(b"\xed\xa0\x80", replacement=replacement).decode() == expected[0]
    for function, value in [(placemat.repair, b"a"), (placemat.repair_array, column)]:
        with pytest.raises(ValueError, match="one of maximal-subpart, per-byte, whole-sequence, java, not perl"):
            function(value, replacement="perl")


@pytest.mark.parametrize(
    ("rows", "text", "verdicts"),
    [
        ([], "text, length 0: []", "booleans, length 0: []"),
        ([b"a", None], "text, length 2: ['a', None]", "booleans, length 2: [True, None]"),
        ([b"\xff"] * 4, "text, length 4: ['\ufffd', '\ufffd', '\ufffd', ...]", "booleans, length 4: [False, False, False, ...]"),
        ([b"a" * 99], "text, length 1: ['" + "a" * 36 + "...]", "booleans, length 1: [True]"),
    ],
)
def test_a_column_says_what_it_is(rows, text, verdicts):
    column = pa.array(rows, pa.binary())
    assert repr(placemat.repair_array(column)) == f"<placemat.Column of {text}>"
    assert repr(placemat.is_utf8_array(column)) == f"<placemat.Column of {verdicts}>"


def test_an_array_that_was_taken_already():
    capsules = pa.array([b"a"]).__arrow_c_array__()

    class Again:
        def __arrow_c_array__(self, requested_schema=None):
            return capsules

    assert list(placemat.is_utf8_array(Again())) == [True]
    with pytest.raises(ValueError, match="taken already"):
        placemat.is_utf8_array(Again())
