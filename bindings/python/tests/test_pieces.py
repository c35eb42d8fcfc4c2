"""Streams and summaries: the same whole, however it is cut."""

import pickle

import placemat
import pytest
from hypothesis import given, strategies as st
from placemat import Summary, Validator

from conftest import hostile


def cut(data, cuts):
    cuts = sorted(min(at, len(data)) for at in cuts)
    return [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)])]


@given(hostile, st.lists(st.integers(0, 160), max_size=6))
def test_summaries_of_pieces_add_up(data, cuts):
    pieces = [pickle.loads(pickle.dumps(Summary.of(piece))) for piece in cut(data, cuts)]
    whole = sum(pieces, Summary())
    assert whole == Summary.of(data)
    totals, errors = whole.finish(), placemat.errors(data)
    assert (totals.bytes, totals.errors) == (len(data), len(errors))
    assert totals.first_errors == errors[:8]
    assert sum(totals.errors_by_kind.values()) == len(errors)
    assert totals.invalid_bytes == sum(error.length for error in errors)
    assert totals.line_feeds == data.count(b"\n")
    assert totals.bad_lines == len({error.line for error in errors})


@given(hostile, st.lists(st.integers(0, 160), max_size=6))
def test_a_stream_finds_the_same_first_error(data, cuts):
    validator, found = Validator(), None
    for piece in cut(data, cuts):
        found = validator.feed(piece)
        if found:
            assert validator.feed(b"more") == found
            break
    found = validator.finish() or found
    expected = placemat.validate(data)
    assert (found and (found.offset, found.length, found.kind)) == (
        expected and (expected.offset, expected.length, expected.kind)
    )
    assert validator.is_complete and validator.finish() is None


def test_half_a_pickle_is_refused():
    load, (wire,) = Summary.of(b"a\xff").__reduce__()
    assert load(wire) == Summary.of(b"a\xff")
    for end in range(len(wire)):
        with pytest.raises(ValueError, match="this is no summary"):
            load(wire[:end])
    forged = wire.replace(b'"decided":true', b'"decided":false')
    assert forged != wire
    with pytest.raises(ValueError, match="this is no summary"):
        load(forged)
