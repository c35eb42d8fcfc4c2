"""UTF-8 (RFC 3629): is it well formed, where not, and what to do about it."""

from ._placemat import (
    Column,
    RowError,
    Summary,
    Totals,
    Utf8Error,
    Validator,
    __version__,
    backend,
    convert,
    errors,
    is_utf8,
    is_utf8_array,
    repair,
    repair_array,
    validate,
    validate_array,
)

__all__ = [
    "Column",
    "RowError",
    "Summary",
    "Totals",
    "Utf8Error",
    "Validator",
    "__version__",
    "backend",
    "convert",
    "errors",
    "is_utf8",
    "is_utf8_array",
    "repair",
    "repair_array",
    "validate",
    "validate_array",
]
