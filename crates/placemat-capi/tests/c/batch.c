#include "check.h"

static placemat_rows by_offsets(const int32_t *offsets, size_t count, const char *values, size_t len) {
  int64_t wide[8];
  for (size_t i = 0; i < count; i++) wide[i] = offsets[i];
  placemat_rows rows = placemat_validate_offsets32(offsets, count, values, len);
  placemat_rows other = placemat_validate_offsets64(wide, count, values, len);
  CHECK(rows.error == other.error && rows.row == other.row && rows.count == other.count);
  CHECK(rows.error_len == other.error_len);
  return rows;
}

void check_batch(void) {
  const int32_t good[] = {0, 3, 3, 8};
  CHECK(by_offsets(good, 4, TEXT("pipepan!")).error == PLACEMAT_ERROR_SUCCESS);
  CHECK(by_offsets(good, 0, TEXT("pipepan!")).error == PLACEMAT_ERROR_SUCCESS);
  // The values are valid; an offset cuts a character.
  const int32_t cut[] = {0, 1, 2};
  placemat_rows rows = by_offsets(cut, 3, TEXT("\xC3\xA9"));
  CHECK(rows.error == PLACEMAT_ERROR_TRUNCATED && rows.row == 0 && rows.count == 0);
  const int32_t down[] = {0, 2, 1}, outside[] = {0, 1, 3}, negative[] = {-1, 1};
  rows = by_offsets(down, 3, TEXT("ab"));
  CHECK(rows.error == PLACEMAT_ERROR_NOT_ASCENDING && rows.row == 1);
  rows = by_offsets(outside, 3, TEXT("ab"));
  CHECK(rows.error == PLACEMAT_ERROR_OUT_OF_BOUNDS && rows.row == 1);
  CHECK(by_offsets(negative, 2, TEXT("ab")).error == PLACEMAT_ERROR_OUT_OF_BOUNDS);

  const int32_t lengths[] = {1, 0, 2};
  rows = placemat_validate_lengths(lengths, 3, TEXT("abc..."));
  CHECK(rows.error == PLACEMAT_ERROR_SUCCESS && rows.count == 3);
  rows = placemat_validate_lengths(lengths, 3, TEXT("a\xC3!"));
  CHECK(rows.error == PLACEMAT_ERROR_MISSING_CONTINUATION && rows.row == 2 && rows.error_len == 1);
  rows = placemat_validate_prefixed(TEXT("\x02\0\0\0ab\0\0\0\0..."), 2);
  CHECK(rows.error == PLACEMAT_ERROR_SUCCESS && rows.count == 10);
  CHECK(placemat_validate_prefixed(TEXT("\x02\0\0\0a"), 1).error == PLACEMAT_ERROR_OUT_OF_BOUNDS);

  // 300 views, so that they do not fit into one part; at an odd address.
  char views[300 * 16 + 1];
  for (size_t i = 0; i < 300; i++) memcpy(views + 1 + 16 * i, "\x05\0\0\0hello\0\0\0\0\0\0\0", 16);
  memcpy(views + 1 + 16 * 299, "\x0D\0\0\0more\0\0\0\0\x02\0\0\0", 16);
  const placemat_buffer buffer = {TEXT("..more than 12.")};
  CHECK(placemat_validate_views(views + 1, 300, &buffer, 1).error == PLACEMAT_ERROR_SUCCESS);
  rows = placemat_validate_views(views + 1, 300, NULL, 0);
  CHECK(rows.error == PLACEMAT_ERROR_OUT_OF_BOUNDS && rows.row == 299);
  views[1 + 16 * 270 + 4] = (char)0xFF;
  rows = placemat_validate_views(views + 1, 300, &buffer, 1);
  CHECK(rows.error == PLACEMAT_ERROR_INVALID_BYTE && rows.row == 270 && rows.count == 0);
  views[1 + 16 * 270 + 4] = 'h';
  views[1 + 16 * 3 + 15] = 'x';
  rows = placemat_validate_views(views + 1, 300, &buffer, 1);
  CHECK(rows.error == PLACEMAT_ERROR_PADDING && rows.row == 3);
}
