"""Compared with CPython's own codecs."""

import array
import ctypes
import mmap
import threading

import placemat
import pytest
from hypothesis import given, strategies as st

from conftest import hostile


def first_error(data):
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start, error.end - error.start
    return None


@given(hostile)
def test_the_first_error_is_cpythons(data):
    expected = first_error(data)
    assert placemat.is_utf8(data) == (expected is None)
    error = placemat.validate(data)
    assert (error and (error.offset, error.length)) == expected
    errors = placemat.errors(data)
    assert errors[:1] == ([error] if error else [])


@given(hostile)
def test_errors_are_what_repair_replaces(data):
    errors = placemat.errors(data)
    repaired = placemat.repair(data)
    assert repaired.decode() == data.decode("utf-8", "replace")
    at, pieces = 0, []
    for error in errors:
        pieces += [data[at : error.offset], "\N{REPLACEMENT CHARACTER}".encode()]
        at = error.offset + error.length
    assert b"".join(pieces) + data[at:] == repaired
    for error in errors:
        before = data[: error.offset].decode("utf-8", "replace")
        assert error.line == 1 + before.count("\n")
        assert error.column == len(before) - (before.rfind("\n") + 1) + 1


def test_every_kind():
    kinds = {
        b"\x80": "unexpected_continuation",
        b"\xc0\xaf": "overlong",
        b"\xed\xa0\x80": "surrogate",
        b"\xf4\x90\x80\x80": "out_of_range",
        b"\xff": "invalid_byte",
        b"\xc3!": "missing_continuation",
        b"\xc3": "truncated",
    }
    for data, kind in kinds.items():
        assert placemat.validate(data).kind == kind
        assert placemat.validate(data + b"\xe2\x82" * 9).kind == kind or kind == "truncated"


def test_all_sorts_of_buffers(tmp_path):
    path = tmp_path / "text"
    path.write_bytes(b"caf\xe9" * 9)
    with path.open("r+b") as file, mmap.mmap(file.fileno(), 0) as mapped:
        expected = placemat.validate(path.read_bytes())
        for data in [mapped, bytearray(mapped[:]), memoryview(mapped[:]), array.array("B", mapped[:])]:
            assert placemat.validate(data) == expected
            del data
    # Without strides, without a shape, and with two dimensions.
    for data in [(ctypes.c_int32 * 2)(-1, 0), ctypes.c_int32(-1), memoryview(ctypes.c_int32(-1))]:
        assert placemat.repair(data) == bytes(data).decode("utf-8", "replace").encode()
    assert placemat.repair(memoryview(b"abcd").cast("B", (2, 2))) == b"abcd"
    with pytest.raises(BufferError, match="pass a copy"):
        placemat.is_utf8(memoryview(b"abcd")[::2])
    for other in ["text", 3, None, [1]]:
        with pytest.raises(TypeError):
            placemat.is_utf8(other)
    assert placemat.is_utf8(b"") and placemat.is_utf8(memoryview(b"")[0:0])


def test_long_inputs_leave_the_interpreter_to_others():
    data = "déjà vu ".encode() * 200_000
    results = []
    threads = [threading.Thread(target=lambda: results.append(placemat.is_utf8(data))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 4


@given(hostile, st.sampled_from(["utf-16le", "utf-16be", "utf-32le", "utf-32be"]))
def test_conversion_is_cpythons(data, target):
    text = data.decode("utf-8", "replace")
    assert placemat.convert(data, "utf-8", target, errors="replace") == text.encode(target)
    assert placemat.convert(text.encode(target), target, "utf-8").decode() == text
    if placemat.is_utf8(data):
        for label in ["UTF_8", "utf8"]:
            assert placemat.convert(data, label, target) == text.encode(target)
    else:
        with pytest.raises(ValueError) as failed:
            placemat.convert(data, "utf-8", target)
        assert f" from index {first_error(data)[0]}:" in f"{failed.value}:"


@given(st.text())
def test_latin1_is_cpythons(text):
    assert placemat.convert(text.encode(errors="replace"), "utf-8", "latin-1", errors="replace") == text.encode(
        errors="replace"
    ).decode().encode("latin-1", "replace")


@pytest.mark.parametrize("encoding", ["utf-16le", "utf-16be"])
@given(data=st.lists(st.sampled_from([0x61, 0x20AC, 0xD83D, 0xDBFF, 0xDC00, 0xDE00]) | st.integers(0, 0xFFFF)))
def test_lone_surrogates_are_replaced(data, encoding):
    units = b"".join(unit.to_bytes(2, "little" if encoding == "utf-16le" else "big") for unit in data)
    whole = units.decode(encoding, "replace").encode(encoding)
    assert placemat.to_well_formed(units, encoding) == whole
    assert placemat.to_well_formed(bytearray(units), encoding.upper()) == whole
    # Half a unit stays.
    assert placemat.to_well_formed(units + b"\xd8", encoding) == whole + b"\xd8"


def test_to_well_formed_takes_utf_16_only():
    with pytest.raises(ValueError, match="utf-16le or utf-16be, not utf-8"):
        placemat.to_well_formed(b"", "utf-8")
    with pytest.raises(ValueError, match="no encoding 'utf-16'"):
        placemat.to_well_formed(b"", "utf-16")
    with pytest.raises(TypeError):
        placemat.to_well_formed("text", "utf-16le")


def test_what_cannot_be_converted_says_why():
    with pytest.raises(ValueError, match="no encoding 'ebcdic'; there are: utf-8"):
        placemat.convert(b"", "utf-8", "ebcdic")
    with pytest.raises(ValueError, match="one of the two encodings is utf-8"):
        placemat.convert(b"", "utf-16le", "latin-1")
    with pytest.raises(ValueError, match="^U[+]20AC at index 2 is not in the target encoding$"):
        placemat.convert("5 €".encode(), "utf-8", "latin-1")
    with pytest.raises(ValueError, match="^invalid utf-8 sequence of 1 bytes from index 2: "):
        placemat.convert(b"5 \xff", "utf-8", "utf-16le")
    with pytest.raises(ValueError, match="'strict' or 'replace'"):
        placemat.convert(b"", "utf-8", "latin-1", errors="ignore")


def test_a_read_only_view_of_what_another_thread_changes():
    data, stop = bytearray(b"a" * (1 << 20)), threading.Event()

    def change():
        while not stop.is_set():
            data[500_000] = 0xFF
            data[500_000] = 0x61

    other = threading.Thread(target=change)
    other.start()
    try:
        for _ in range(300):
            text = placemat.repair(memoryview(data).toreadonly())
            assert text in (b"a" * (1 << 20), b"a" * 500_000 + b"\xef\xbf\xbd" + b"a" * (len(data) - 500_001))
    finally:
        stop.set()
        other.join()


@given(st.text(st.sampled_from("a\n\r\u20ac\N{FORK AND KNIFE WITH PLATE}")))
def test_positions_are_cpythons(text):
    for subject in [text, text.encode()]:
        positions = placemat.Positions(subject)
        assert positions.line_count == text.count("\n") + 1
        for at in range(len(text) + 1):
            before = text[:at]
            line = before[before.rfind("\n") + 1 :]
            for unit, length in [
                ("chars", len),
                ("bytes", lambda text: len(text.encode())),
                ("utf-16", lambda text: len(text.encode("utf-16le")) // 2),
            ]:
                place = before.count("\n"), length(line)
                assert positions.convert(at, "chars", unit) == length(before)
                assert positions.convert(length(before), unit, "chars") == at
                assert positions.line_column(length(before), unit) == place
                assert positions.offset(*place, unit) == length(before)
        assert positions.convert(len(text) + 1, "chars", "bytes") is None


def test_positions_that_do_not_exist():
    positions = placemat.Positions("\N{FORK AND KNIFE WITH PLATE}\r\n", line_ends="lf-cr")
    assert (positions.line_column(1, "utf-16"), positions.offset(0, 2), positions.offset(2, 0)) == (None, None, None)
    for wrong in [
        lambda: placemat.Positions(b"\xff"),
        lambda: placemat.Positions("\ud800"),
        lambda: placemat.Positions("", line_ends="cr"),
        lambda: positions.line_column(0, "utf-8"),
    ]:
        with pytest.raises(ValueError):
            wrong()
