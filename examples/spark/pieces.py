"""Pieces of files: what a task reads, and what it finds. Needs the wheel `placemat`, but not Spark.

A piece may begin and end at any byte, also inside a character. Summaries of the pieces of a file, added in
order, are the summary of the file. Repaired pieces, one after the other, are the repaired file.
"""

import os
from typing import NamedTuple
from uuid import uuid4

import placemat

# A sequence of UTF-8 that begins before a border ends at most three bytes after it.
NEAR = 3


class Piece(NamedTuple):
    """The bytes of a file from `start` up to `end`."""

    path: str
    start: int
    end: int


def cut(path: str, size: int, most: int) -> list[Piece]:
    """Cuts a file into pieces of `most` bytes; the last may be shorter. An empty file is one piece."""
    if most < 1:
        raise ValueError("a piece has at least one byte")
    return [Piece(path, start, min(start + most, size)) for start in range(0, max(size, 1), most)]


def read(piece: Piece) -> bytes:
    """Reads a piece from the disk. An error if the file has become shorter."""
    with open(piece.path, "rb") as file:
        file.seek(piece.start)
        bytes = file.read(piece.end - piece.start)
    if len(bytes) < piece.end - piece.start:
        raise EOFError(f"{piece.path} has become shorter while it was read")
    return bytes


def summary(piece: Piece) -> placemat.Summary:
    """The summary of a piece."""
    return placemat.Summary.of(read(piece))


def repaired(piece: Piece, size: int) -> bytes:
    """A piece with U+FFFD in place of what is invalid. `size` is the size of the whole file.

    A sequence belongs to the piece in which it starts, so a few bytes before and after it are read too.
    """
    start, end = max(piece.start - NEAR, 0), min(piece.end + NEAR, size)
    bytes = read(Piece(piece.path, start, end))
    first, last = (border(bytes, at - start) for at in (piece.start, piece.end))
    return placemat.repair(bytes[first:last])


def border(bytes: bytes, at: int) -> int:
    """The first place from `at` on where a sequence starts, valid or not, or where the bytes end.

    `bytes` has the three bytes before `at` and the three after it, as far as the file has them.
    """
    for lead in range(at - 1, max(at - NEAR, 0) - 1, -1):
        if not 0x80 <= bytes[lead] <= 0xBF:
            return max(at, lead + first_length(bytes[lead : lead + 4]))
    # Three continuations. A sequence that they belong to has at most four bytes, so it ends here.
    return at


def first_length(bytes: bytes) -> int:
    """The length of the character, or of the invalid sequence, at the start."""
    error = placemat.validate(bytes)
    if error and error.offset == 0:
        return error.length
    return next(length for length in range(1, 5) if placemat.is_utf8(bytes[:length]))


def write_part(folder: str, number: int, bytes: bytes) -> int:
    """Writes one part of a file in parts, and returns its length.

    The part gets its name only when it is complete, so it does no harm if an engine runs a task twice.
    """
    path = part_path(folder, number)
    unfinished = os.path.join(folder, f".{os.path.basename(path)}.{uuid4().hex}")
    with open(unfinished, "wb") as file:
        file.write(bytes)
    os.replace(unfinished, path)
    return len(bytes)


def part_path(folder: str, number: int) -> str:
    """The name of a part: `cat FOLDER/part-*` puts them together in order."""
    return os.path.join(folder, f"part-{number:08}")
