"""Which bytes of one huge file are not UTF-8?

The file is read in pieces, which may begin at any byte. Each task makes the summary of a piece. The driver
adds the summaries in order: the result is the same as if one process had read the whole file. The report has
the first eight errors, and counts all.

The file must have the same path on every worker.

    spark-submit --master spark://HOST:PORT bytes.py FILE
"""

from placemat import Summary

import job
import pieces


def main() -> bool:
    arguments = job.parser(__doc__)
    arguments.add_argument("file", metavar="FILE")
    job.add_piece(arguments)
    options = arguments.parse_args()

    parts, size = job.cut(options.file, options.piece)
    with job.session("bytes") as spark:
        tasks = spark.sparkContext.parallelize(parts, len(parts))
        summaries = tasks.map(pieces.summary).collect()
    if len(summaries) != len(parts):
        job.fail(f"{len(summaries)} summaries of {len(parts)} pieces came back")
    totals = sum(summaries, Summary()).finish()
    if totals.bytes != size:
        job.fail(f"{size} bytes were to be read, and {totals.bytes} were")
    job.input_lines(options.file, totals)
    return totals.errors == 0


if __name__ == "__main__":
    job.run(main)
