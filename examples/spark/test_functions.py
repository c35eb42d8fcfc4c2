"""What Spark SQL's own functions for UTF-8 return, as `examples/datafusion` and the library have to return it.

Needs Java 17 or later, and the wheels of placemat, pyspark and pytest. PLACEMAT_WRITE_SPARK=1 writes the table that the
tests of `examples/datafusion` read; otherwise it must be equal.
"""

import itertools
import os
from collections.abc import Iterator
from pathlib import Path

import placemat
import pytest
from pyspark.errors import PySparkException
from pyspark.sql import Row, SparkSession

TABLE = Path(__file__).parent.parent / "datafusion/tests/spark.tsv"
ROWS = """
    61 636166C3A9 E282AC F09F8DBD EFBFBD EFBFBF F48FBFBF 00 7F C280 DFBF E0A080 ED9FBF EE8080 F0908080
    80 BF 8080 C0 C0AF C1BF C2 C261 DF C3C3 E0 E0A0 E08080 E09FBF E282 E28261 E282E282 E282ACE9
    ED ED80 EDA0 EDA080 EDBFBF EDA080EDB080 61EDA080 EF EFBF EFBFC0
    F0 F090 F09080 F0808080 F08FBFBF F09F98 F09F9861 F09F98F09F98 F4 F48F F4908080 F490 F5 F5808080 F8888080
    F888808080 FC8480808080 FE FF FFFE EFBBBF E961 6361E96E 636166E9 C3A9E9C3A9
""".split()
# A byte on each side of each border of RFC 3629's grammar.
BYTES = bytes.fromhex("61 7F 80 8F 90 9F A0 BF C1 C2 DF E0 E1 EC ED EE EF F0 F1 F3 F4 F5 FF")


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    local = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
    }
    builder = SparkSession.builder.master("local[1]").config(map=local)
    with builder.getOrCreate() as found:
        yield found


def answers(spark: SparkSession, rows: list[bytes | None], *names: str) -> list[Row]:
    """The results of these functions for each row, which are the same for a column of bytes and one of text."""
    spark.createDataFrame(list(enumerate(rows)), "at int, row binary").createOrReplaceTempView("rows")
    columns = [
        f"{name}({row})" if name.startswith("is") else f"cast({name}({row}) AS binary)"
        for row in ("row", "cast(row AS string)")
        for name in names
    ]
    found = spark.sql(f"SELECT {', '.join(columns)} FROM rows ORDER BY at").collect()
    assert all(row[: len(names)] == row[len(names) :] for row in found)
    return found


def test_the_table_of_the_functions_for_datafusion(spark: SparkSession) -> None:
    found = answers(spark, [bytes.fromhex(row) for row in ROWS], "is_valid_utf8", "make_valid_utf8")
    lines = ["bytes\tis_valid_utf8\tmake_valid_utf8"]
    for row, (is_valid, made, *_) in zip(ROWS, found):
        lines.append(f"{row}\t{str(is_valid).lower()}\t{made.hex().upper()}")
    table = "\n".join(lines) + "\n"
    if os.environ.get("PLACEMAT_WRITE_SPARK"):
        TABLE.write_text(table)
    assert table == TABLE.read_text()


def test_only_valid_rows_pass_validation(spark: SparkSession) -> None:
    rows = [bytes.fromhex(row) for row in ROWS]
    valid = [row for row in rows if placemat.is_utf8(row)]
    assert [row[0] for row in answers(spark, valid, "validate_utf8")] == valid
    tried = [row[0] for row in answers(spark, rows, "try_validate_utf8")]
    assert tried == [row if row in valid else None for row in rows]
    for row in b"\xE9", b"\xED\xA0\x80", b"a\xF0\x9F\x98":
        with pytest.raises(PySparkException) as error:
            answers(spark, [*valid, row], "validate_utf8")
        assert error.value.getCondition() == "INVALID_UTF8_STRING"


def test_null_and_other_types(spark: SparkSession) -> None:
    names = "is_valid_utf8", "make_valid_utf8", "validate_utf8", "try_validate_utf8"
    for row, is_valid in (None, None), (b"", True):
        assert answers(spark, [row], *names)[0][:4] == (is_valid, row, row, row)
    for value, text in ("1", "1"), ("true", "true"), ("1.5", "1.5"), ("NULL", None):
        made = spark.sql(f"SELECT make_valid_utf8({value}) AS made")
        assert (made.schema["made"].dataType.typeName(), made.collect()[0].made) == ("string", text)


def test_placemat_replaces_as_spark_does(spark: SparkSession) -> None:
    rows = [bytes(row) for length in (1, 2, 3) for row in itertools.product(BYTES, repeat=length)]
    rows += [bytes(row) for row in itertools.product(b"\xEC\xED\xF0\xF4", BYTES, BYTES, b"\x61\x80")]
    found = answers(spark, rows, "is_valid_utf8", "make_valid_utf8")
    for row, (is_valid, made, *_) in zip(rows, found):
        assert placemat.is_utf8(row) == is_valid
        assert placemat.repair(row) == made, row.hex()
