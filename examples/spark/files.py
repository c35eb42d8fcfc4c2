"""Which files of a folder are not UTF-8?

All files below the folder are read, whatever their names; symbolic links are not followed. Large files are
cut into pieces and small ones are put together, so that all tasks take about as long. The report has the
first eight errors of each file, and counts all.

The folder must have the same path on every worker.

    spark-submit --master spark://HOST:PORT files.py FOLDER
"""

import os
from collections.abc import Iterator
from itertools import groupby

from placemat import Summary

import job
import pieces
from pieces import Piece


def main() -> bool:
    arguments = job.parser(__doc__)
    arguments.add_argument("folder", metavar="FOLDER")
    job.add_piece(arguments)
    options = arguments.parse_args()

    folder = os.path.abspath(options.folder)
    if not os.path.isdir(folder):
        job.fail(f"{folder} is not a folder")
    parts = [part for path in sorted(below(folder)) for part in job.cut(path, options.piece)[0]]
    if not parts:
        job.fail(f"there are no files in {folder}")
    tasks = together(parts, options.piece)
    if len(tasks) > job.MOST_TASKS:
        job.fail(f"--piece {options.piece} would make {len(tasks):,} tasks; {job.MOST_TASKS:,} is the limit")

    with job.session("files") as spark:
        found = spark.sparkContext.parallelize(tasks, len(tasks)).flatMap(validate).collect()
    if [part for part, _ in found] != parts:
        job.fail("some pieces did not come back")

    inputs = invalid = bytes = errors = 0
    for path, of_file in groupby(found, key=lambda result: result[0].path):
        totals = sum((summary for _, summary in of_file), Summary()).finish()
        job.input_lines(path, totals)
        inputs += 1
        invalid += totals.errors > 0
        bytes += totals.bytes
        errors += totals.errors
    counts = {"inputs": inputs, "valid": inputs - invalid, "invalid": invalid}
    job.line("summary", **counts, bytes=bytes, error_count=errors)
    return invalid == 0


def below(folder: str) -> Iterator[str]:
    """The regular files below a folder, at any depth."""

    def stop(error: OSError) -> None:
        raise error

    for here, _, names in os.walk(folder, onerror=stop):
        for path in (os.path.join(here, name) for name in names):
            if os.path.isfile(path) and not os.path.islink(path):
                yield path


def together(parts: list[Piece], most: int) -> list[list[Piece]]:
    """Puts pieces together, in order, up to `most` bytes and 1000 pieces a task."""
    tasks: list[list[Piece]] = []
    bytes = 0
    for part in parts:
        length = part.end - part.start
        if not tasks or bytes + length > most or len(tasks[-1]) == 1000:
            tasks.append([])
            bytes = 0
        tasks[-1].append(part)
        bytes += length
    return tasks


def validate(parts: list[Piece]) -> list[tuple[Piece, Summary]]:
    """What a task does."""
    return [(part, pieces.summary(part)) for part in parts]


if __name__ == "__main__":
    job.run(main)
