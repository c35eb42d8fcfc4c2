"""Writes a repaired copy of one huge file, with U+FFFD in place of what is not UTF-8.

The tasks write the copy in parts: `cat OUT/part-*` is byte for byte what `placemat repair` writes. OUT is
created; if it exists already, it must be empty. When all parts are complete, there is an empty file
OUT/_SUCCESS.

The file and OUT must have the same paths on every worker.

    spark-submit --master spark://HOST:PORT repair.py FILE OUT
"""

import os

import job
import pieces
from pieces import Piece


def main() -> bool:
    arguments = job.parser(__doc__)
    arguments.add_argument("file", metavar="FILE")
    arguments.add_argument("out", metavar="OUT")
    job.add_piece(arguments)
    options = arguments.parse_args()

    parts, size = job.cut(options.file, options.piece)
    out = os.path.abspath(options.out)
    os.makedirs(out, exist_ok=True)
    if os.listdir(out):
        job.fail(f"{out} is not empty")

    def write(numbered: tuple[int, Piece]) -> int:
        """What a task does."""
        number, part = numbered
        return pieces.write_part(out, number, pieces.repaired(part, size))

    with job.session("repair") as spark:
        lengths = spark.sparkContext.parallelize(list(enumerate(parts)), len(parts)).map(write).collect()
    found = [os.path.getsize(pieces.part_path(out, number)) for number in range(len(parts))]
    if found != lengths:
        job.fail(f"the parts in {out} are not those that were written")
    # Left by workers that died while they wrote.
    for name in os.listdir(out):
        if name.startswith(".part-"):
            os.remove(os.path.join(out, name))
    with open(os.path.join(out, "_SUCCESS"), "wb"):
        pass
    job.line("repaired", path=options.file, bytes=size, parts=len(parts), bytes_written=sum(lengths))
    return True


if __name__ == "__main__":
    job.run(main)
