// A SQLite extension that finds values that are not UTF-8. (SQLite accepts any bytes as text.)
//
//   is_utf8(x)         1 or 0
//   utf8_error(x)      NULL, or the position and kind of the first error: "3: overlong encoding"
//   utf8_repair(x)     the text, with U+FFFD for invalid sequences
//
// cc -shared -fPIC -o placemat.so placemat.c $(pkg-config --cflags --libs placemat)
// sqlite> .load ./placemat
#include <placemat.h>
#include <sqlite3ext.h>

SQLITE_EXTENSION_INIT1

// The bytes of a value of any type. NULL is empty.
static const char *bytes(sqlite3_value *value, size_t *len) {
  const char *start = (const char *)sqlite3_value_blob(value);
  *len = (size_t)sqlite3_value_bytes(value);
  return start;
}

static void is_utf8(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  size_t len;
  const char *start = bytes(values[0], &len);
  sqlite3_result_int(context, placemat_validate_utf8(start, len));
}

static void utf8_error(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  size_t len;
  const char *start = bytes(values[0], &len);
  placemat_result result = placemat_validate_utf8_with_errors(start, len);
  if (result.error == PLACEMAT_ERROR_SUCCESS) return;
  char *text = sqlite3_mprintf("%llu: %s", (unsigned long long)result.count, placemat_error_message(result.error));
  if (!text) return sqlite3_result_error_nomem(context);
  sqlite3_result_text(context, text, -1, sqlite3_free);
}

// Converts via UTF-16, which SQLite also accepts as text.
static void utf8_repair(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  size_t len;
  const char *start = bytes(values[0], &len);
  size_t units = placemat_utf16_length_from_utf8_with_replacement(start, len);
  char16_t *room = (char16_t *)sqlite3_malloc64(units * sizeof *room + 1);
  if (!room) return sqlite3_result_error_nomem(context);
  placemat_convert(PLACEMAT_ENCODING_UTF8, start, len, PLACEMAT_ENCODING_UTF16, room, units, PLACEMAT_LOSSY);
  sqlite3_result_text16(context, room, (int)(units * sizeof *room), sqlite3_free);
}

int sqlite3_placemat_init(sqlite3 *db, char **error, const sqlite3_api_routines *api) {
  SQLITE_EXTENSION_INIT2(api);
  (void)error;
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  int status = sqlite3_create_function(db, "is_utf8", 1, flags, 0, is_utf8, 0, 0);
  if (status == SQLITE_OK) status = sqlite3_create_function(db, "utf8_error", 1, flags, 0, utf8_error, 0, 0);
  if (status == SQLITE_OK) status = sqlite3_create_function(db, "utf8_repair", 1, flags, 0, utf8_repair, 0, 0);
  return status;
}
