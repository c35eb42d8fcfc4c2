"""What the jobs share: arguments, the session, the report, how they end.

The report is on standard output, in lines of JSON, with the keys of `placemat check --format json`.
A job exits with 0 if everything is UTF-8, with 1 if something is not, and with 2 if it could not tell.
"""

import argparse
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import pieces

# More tasks than this are slow to plan, and a sign of a mistake.
MOST_TASKS = 100_000


def parser(description: str | None) -> argparse.ArgumentParser:
    """A parser of arguments, with the job's own description."""
    return argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def add_piece(arguments: argparse.ArgumentParser) -> None:
    """The option for the size of a piece."""
    arguments.add_argument(
        "--piece",
        metavar="BYTES",
        type=_positive,
        default=32 << 20,
        help="how much a task reads at a time, and holds in memory; %(default)s by default",
    )


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of bytes; give 1 or more")
    return int(text)


def cut(path: str, most: int) -> tuple[list[pieces.Piece], int]:
    """The pieces of a file, and its size. Refuses a path that is not a file, and too many pieces."""
    path = os.path.abspath(path)
    if not os.path.isfile(path):
        fail(f"{path} is not a file")
    size = os.path.getsize(path)
    if size > most * MOST_TASKS:
        fail(f"--piece {most} would make {-(-size // most):,} tasks of {path}; {MOST_TASKS:,} is the limit")
    return pieces.cut(path, size, most), size


@contextmanager
def session(name: str) -> Iterator[Any]:
    """A Spark session on the master that `spark-submit` names, or on this machine if it names none."""
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName(f"placemat: {name}").getOrCreate()
    try:
        spark.sparkContext.setLogLevel("ERROR")
        # The workers import what the tasks use from here.
        spark.sparkContext.addPyFile(pieces.__file__)
        yield spark
    finally:
        spark.stop()


def line(type: str, **fields: Any) -> None:
    """Writes a line of the report."""
    print(json.dumps({"type": type, **fields}))


def error_line(error: Any, **place: Any) -> None:
    """Reports an error: where it is, and what is wrong."""
    length = None if error.kind == "truncated" else error.length
    where = {"offset": error.offset, "len": length, "kind": error.kind}
    line("error", **place, **where, line=error.line, column=error.column)


def input_lines(path: str, totals: Any) -> None:
    """Reports a file: its first errors, what is in it, and the verdict."""
    for error in totals.first_errors:
        error_line(error, path=path)
    counts = {"bytes": totals.bytes, "error_count": totals.errors}
    line(
        "statistics",
        path=path,
        **counts,
        characters=totals.characters,
        line_feeds=totals.line_feeds,
        errors=totals.errors_by_kind,
        bad_lines=totals.bad_lines,
    )
    line("input", path=path, valid=totals.errors == 0, **counts)


def fail(message: str) -> NoReturn:
    """Ends the job with a message for people."""
    print(f"error: {message}", file=sys.stderr)
    sys.exit(2)


def run(main: Callable[[], bool]) -> NoReturn:
    """Runs a job that says whether everything is UTF-8."""
    try:
        good = main()
        sys.stdout.flush()
    except Exception:
        # Python's own exit status would be 1, which means something else here.
        traceback.print_exc()
        sys.exit(2)
    sys.exit(0 if good else 1)
