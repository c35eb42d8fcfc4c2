"""Which rows of a Parquet column are not UTF-8?

DATA is a Parquet file, or a folder of them; the column has type BINARY or STRING. The bytes go to Python as
Arrow arrays, without a copy of each row. The report has each row that is not UTF-8: the Parquet file, the
number of the row in it (from 0), and its first error. Rows that are null are counted, but not validated.

    spark-submit --master spark://HOST:PORT rows.py DATA COLUMN
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import job

if TYPE_CHECKING:
    from pyarrow import RecordBatch

# One row for each row that is not UTF-8, and one for each batch, which has the counts alone.
RESULT = (
    "path string, row long, offset long, length long, kind string, line long, column long, "
    "rows long, nulls long, bad long"
)


def main() -> bool:
    arguments = job.parser(__doc__)
    arguments.add_argument("data", metavar="DATA")
    arguments.add_argument("column", metavar="COLUMN")
    options = arguments.parse_args()

    with job.session("rows") as spark:
        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException
        from pyspark.sql.functions import col

        try:
            frame = spark.read.parquet(options.data)
        except PySparkException as error:
            job.fail(f"{options.data} cannot be read as Parquet: {str(error).splitlines()[0]}")
        except Py4JError:
            job.fail(f"{options.data} cannot be read as Parquet: Spark says why, above")
        if options.column not in frame.columns:
            job.fail(f"there is no column {options.column!r}; there are: {', '.join(frame.columns)}")
        kind = frame.schema[options.column].dataType.typeName()
        if kind not in ("binary", "string"):
            job.fail(f"the column {options.column!r} has type {kind}; it must be binary or string")

        # In backquotes, since a dot would mean a field of a structure.
        bytes = col(f"`{options.column}`").alias("bytes")
        rows = frame.select("_metadata.file_path", "_metadata.row_index", bytes)
        count = nulls = bad = 0
        for result in rows.mapInArrow(validate, RESULT).toLocalIterator():
            if result.rows is None:
                job.error_line(Error(result), path=result.path, row=result.row)
            else:
                count, nulls, bad = count + result.rows, nulls + result.nulls, bad + result.bad
    job.line("summary", rows=count, nulls=nulls, bad_rows=bad)
    return bad == 0


class Error:
    """An error, as it comes back from a task."""

    def __init__(self, row) -> None:
        self.offset, self.length, self.kind = row.offset, row.length, row.kind
        self.line, self.column = row.line, row.column


def validate(batches: "Iterator[RecordBatch]") -> "Iterator[RecordBatch]":
    """What a task does: all rows of a batch at once, and then those that are not UTF-8 one by one."""
    import placemat
    import pyarrow as pa
    import pyarrow.compute as pc

    text = ("path", "kind")
    schema = pa.schema([pa.field(name, pa.string() if name in text else pa.int64()) for name in NAMES])
    for batch in batches:
        paths, numbers, column = batch.columns
        verdicts = pa.array(placemat.is_utf8_array(column))
        bad = pc.indices_nonzero(pc.invert(verdicts)).to_pylist()
        bytes = column.cast(pa.binary())
        results = []
        for at in bad:
            error = placemat.validate(bytes[at].as_buffer())
            where = {"path": paths[at].as_py(), "row": numbers[at].as_py()}
            what = {name: getattr(error, name) for name in ("offset", "length", "kind", "line", "column")}
            results.append(where | what)
        results.append({"rows": len(column), "nulls": column.null_count, "bad": len(bad)})
        yield pa.RecordBatch.from_pylist(results, schema=schema)


NAMES = [field.split()[0] for field in RESULT.split(", ")]

if __name__ == "__main__":
    job.run(main)
