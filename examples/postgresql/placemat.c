// PostgreSQL functions for bytes from other sources (bytea), and for databases in SQL_ASCII, which accept any
// bytes as text.
//
//   CREATE FUNCTION is_utf8(bytea) RETURNS boolean AS '.../placemat' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
//   CREATE FUNCTION utf8_error(bytea) RETURNS text AS '.../placemat' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
//   CREATE FUNCTION utf8_repair(bytea) RETURNS bytea AS '.../placemat' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
//
// flags="-I$(pg_config --includedir-server) $(pkg-config --cflags --libs placemat)"
// cc -shared -fPIC -o placemat.so placemat.c $flags
#include <postgres.h>

#include <fmgr.h>
#include <placemat.h>
#include <utils/builtins.h>

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(is_utf8);
PG_FUNCTION_INFO_V1(utf8_error);
PG_FUNCTION_INFO_V1(utf8_repair);

Datum is_utf8(PG_FUNCTION_ARGS) {
  bytea *bytes = PG_GETARG_BYTEA_PP(0);
  PG_RETURN_BOOL(placemat_validate_utf8(VARDATA_ANY(bytes), VARSIZE_ANY_EXHDR(bytes)));
}

Datum utf8_error(PG_FUNCTION_ARGS) {
  bytea *bytes = PG_GETARG_BYTEA_PP(0);
  placemat_result result = placemat_validate_utf8_with_errors(VARDATA_ANY(bytes), VARSIZE_ANY_EXHDR(bytes));
  if (result.error == PLACEMAT_ERROR_SUCCESS) PG_RETURN_NULL();
  PG_RETURN_TEXT_P(cstring_to_text(psprintf("%zu: %s", result.count, placemat_error_message(result.error))));
}

// Converts to UTF-16, with U+FFFD for invalid sequences, and back.
Datum utf8_repair(PG_FUNCTION_ARGS) {
  bytea *bytes = PG_GETARG_BYTEA_PP(0);
  const char *start = VARDATA_ANY(bytes);
  size_t len = VARSIZE_ANY_EXHDR(bytes);
  size_t units = placemat_utf16_length_from_utf8_with_replacement(start, len);
  char16_t *wide = (char16_t *)palloc(units * sizeof *wide + 1);
  bytea *repaired;

  placemat_convert(PLACEMAT_ENCODING_UTF8, start, len, PLACEMAT_ENCODING_UTF16, wide, units, PLACEMAT_LOSSY);
  len = placemat_utf8_length_from_utf16(wide, units);
  repaired = (bytea *)palloc(len + VARHDRSZ);
  SET_VARSIZE(repaired, placemat_convert_utf16_to_utf8(wide, units, VARDATA(repaired)) + VARHDRSZ);
  PG_RETURN_BYTEA_P(repaired);
}
