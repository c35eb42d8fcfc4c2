"""The part of `examples/spark` that needs no Spark: pieces of a file, cut at any byte."""

import os
import pickle
import sys
from pathlib import Path

import placemat
import pytest
from hypothesis import given, strategies as st

from conftest import hostile

sys.path.insert(0, str(Path(__file__).parents[3] / "examples" / "spark"))

import pieces  # noqa: E402


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return str(tmp_path_factory.mktemp("pieces") / "file")


def written(path, data, most):
    Path(path).write_bytes(data)
    parts = pieces.cut(path, len(data), most)
    assert [part.start for part in parts[1:]] == [part.end for part in parts[:-1]]
    assert (parts[0].start, parts[-1].end) == (0, len(data))
    return parts


@given(data=hostile, most=st.integers(1, 40))
def test_summaries_are_that_of_the_file(path, data, most):
    summaries = [pickle.dumps(pieces.summary(part)) for part in written(path, data, most)]
    assert sum(map(pickle.loads, summaries), placemat.Summary()) == placemat.Summary.of(data)


@given(data=hostile, most=st.integers(1, 40))
def test_repaired_pieces_are_the_repaired_file(path, data, most):
    repaired = [pieces.repaired(part, len(data)) for part in written(path, data, most)]
    assert b"".join(repaired) == data.decode(errors="replace").encode()


def test_no_pieces_of_nothing():
    with pytest.raises(ValueError, match="at least one byte"):
        pieces.cut("file", 3, 0)


def test_a_file_that_shrinks_is_an_error(path):
    parts = written(path, b"abc", 2)
    Path(path).write_bytes(b"ab")
    with pytest.raises(EOFError, match="shorter"):
        pieces.summary(parts[1])
    # Of what is read after the piece, too.
    with pytest.raises(EOFError, match="shorter"):
        pieces.repaired(parts[0], 3)


def test_a_part_appears_whole_and_may_be_written_twice(tmp_path):
    for _ in range(2):
        assert pieces.write_part(str(tmp_path), 7, b"bytes") == 5
    assert os.listdir(tmp_path) == ["part-00000007"]
    assert Path(pieces.part_path(str(tmp_path), 7)).read_bytes() == b"bytes"
