# pyright: strict
"""What type checkers are to accept; `cargo xtask python` runs mypy and pyright on it, strictly."""

from placemat import (
    Positions,
    Summary,
    Totals,
    Utf8Error,
    Validator,
    convert,
    errors,
    repair,
    to_well_formed,
    validate,
)

error: Utf8Error | None = validate(bytearray(b"caf\xe9"))
if error is not None and error.kind == "truncated":
    offset: int = error.offset
places: list[int] = [found.offset for found in errors(memoryview(b"\xff"))]
text: str = repair(b"a").decode()
totals: Totals = (Summary.of(b"a") + Summary()).finish()
whole: Summary = sum((Summary.of(piece) for piece in [b"a", b"b"]), Summary())
data: bytes = convert(b"a", "utf-8", "utf-16le", errors="replace")
units: bytes = to_well_formed(memoryview(b"a\0"), "utf-16le")
place: tuple[int, int] | None = Positions("a", line_ends="lf-cr").line_column(1, "utf-16")
byte: int | None = Positions(b"a").convert(1, "chars", "bytes")
state: Utf8Error | None = Validator().feed(b"a")
