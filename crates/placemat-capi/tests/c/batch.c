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

// Repairs a column in buffers of their own, and in its own buffers.
static void repairs(const int32_t *offsets, size_t count, const char *values, size_t len, const char *expected,
                    const int32_t *ends) {
  size_t expected_len = strlen(expected);
  int32_t *new_offsets = (int32_t *)copy_of(offsets, count * sizeof *offsets);
  placemat_repaired done = placemat_repair_offsets32(offsets, count, values, len, new_offsets, NULL, 0);
  CHECK(done.error == PLACEMAT_ERROR_OUTPUT_FULL && done.count == expected_len);
  CHECK(memcmp(new_offsets, offsets, count * sizeof *offsets) == 0);
  char *dst = (char *)copy_of(expected, expected_len);
  memset(dst, 'x', expected_len);
  done = placemat_repair_offsets32(offsets, count, values, len, new_offsets, dst, expected_len);
  CHECK(done.error == PLACEMAT_ERROR_SUCCESS && done.replaced > 0 && done.count == expected_len);
  CHECK(memcmp(dst, expected, expected_len) == 0 && memcmp(new_offsets, ends, count * sizeof *ends) == 0);

  int64_t wide[8];
  char own[64];
  for (size_t i = 0; i < count; i++) wide[i] = offsets[i];
  memcpy(own, values, len);
  placemat_repaired other = placemat_repair_offsets64(wide, count, own, len, wide, own, sizeof own);
  CHECK(other.replaced == done.replaced && other.count == done.count);
  CHECK(memcmp(own, expected, expected_len) == 0);
  for (size_t i = 0; i < count; i++) CHECK(wide[i] == ends[i]);
  free(dst);
  free(new_offsets);
}

static void check_columns(void) {
  const int32_t offsets[] = {0, 1, 3, 5, 5};
  const int64_t wide[] = {0, 1, 3, 5, 5};
  const int32_t lengths[] = {1, 2, 2, 0};
  const char *values = "a\xC3(\xE2\x82";
  uint8_t validity = 0xFF;
  placemat_rows rows = placemat_nullify_offsets32(offsets, 5, values, 5, &validity, 1);
  CHECK(rows.error == PLACEMAT_ERROR_SUCCESS && rows.count == 2 && validity == 0xF9);
  rows = placemat_nullify_offsets64(wide, 5, values, 5, &validity, 1);
  CHECK(rows.error == PLACEMAT_ERROR_SUCCESS && rows.count == 0 && validity == 0xF9);
  validity = 0xFF;
  rows = placemat_nullify_lengths(lengths, 4, values, 5, &validity, 1);
  CHECK(rows.error == PLACEMAT_ERROR_SUCCESS && rows.count == 2 && validity == 0xF9);
  rows = placemat_nullify_offsets32(offsets, 5, values, 5, NULL, 0);
  CHECK(rows.error == PLACEMAT_ERROR_BITMAP && rows.row == 1);
  rows = placemat_nullify_offsets32(offsets, 5, values, 4, &validity, 1);
  CHECK(rows.error == PLACEMAT_ERROR_OUT_OF_BOUNDS && rows.row == 2);

  const int32_t ends[] = {0, 1, 5, 8, 8};
  repairs(offsets, 5, values, 5, "a\xEF\xBF\xBD(\xEF\xBF\xBD", ends);
  int32_t new_lengths[4];
  char dst[8];
  placemat_repaired done = placemat_repair_lengths(lengths, 4, values, 5, new_lengths, dst, 8);
  CHECK(done.error == PLACEMAT_ERROR_SUCCESS && done.replaced == 2 && done.count == 8);
  CHECK(memcmp(dst, "a\xEF\xBF\xBD(\xEF\xBF\xBD", 8) == 0);
  CHECK(new_lengths[0] == 1 && new_lengths[1] == 4 && new_lengths[2] == 3 && new_lengths[3] == 0);
  // A column that is valid, and one that is none.
  done = placemat_repair_lengths(lengths, 1, values, 5, NULL, NULL, 0);
  CHECK(done.error == PLACEMAT_ERROR_SUCCESS && done.replaced == 0);
  done = placemat_repair_lengths(lengths, 4, values, 4, new_lengths, dst, 8);
  CHECK(done.error == PLACEMAT_ERROR_OUT_OF_BOUNDS && done.row == 2);

  // More views than are read at once, at an odd address; the last one is long.
  char views[300 * 16 + 1], fixed[300 * 16 + 1];
  for (size_t i = 0; i < 300; i++) memcpy(views + 1 + 16 * i, "\x05\0\0\0hello\0\0\0\0\0\0\0", 16);
  memcpy(views + 1 + 16 * 270, "\x01\0\0\0\xFF\0\0\0\0\0\0\0\0\0\0\0", 16);
  memcpy(views + 1 + 16 * 299, "\x0D\0\0\0more\0\0\0\0\x02\0\0\0", 16);
  const placemat_buffer buffer = {TEXT("..more than 12\xFF")};
  uint8_t bits[38];
  memset(bits, 0xFF, sizeof bits);
  rows = placemat_nullify_views(views + 1, 300, &buffer, 1, bits, sizeof bits);
  CHECK(rows.error == PLACEMAT_ERROR_SUCCESS && rows.count == 2);
  CHECK(bits[270 / 8] == (0xFF ^ 1 << 270 % 8) && bits[299 / 8] == (0xFF ^ 1 << 299 % 8) && bits[0] == 0xFF);
  rows = placemat_nullify_views(views + 1, 300, &buffer, 1, bits, 36);
  CHECK(rows.error == PLACEMAT_ERROR_BITMAP && rows.row == 299);
  rows = placemat_nullify_views(views + 1, 300, NULL, 0, bits, sizeof bits);
  CHECK(rows.error == PLACEMAT_ERROR_OUT_OF_BOUNDS && rows.row == 299);
  char extra[15];
  done = placemat_repair_views(views + 1, 300, &buffer, 1, fixed + 1, extra, sizeof extra);
  CHECK(done.error == PLACEMAT_ERROR_SUCCESS && done.replaced == 2 && done.count == 15);
  CHECK(memcmp(extra, "more than 12\xEF\xBF\xBD", 15) == 0);
  const placemat_buffer both[] = {buffer, {extra, sizeof extra}};
  CHECK(placemat_validate_views(fixed + 1, 300, both, 2).error == PLACEMAT_ERROR_SUCCESS);
  CHECK(memcmp(fixed + 1 + 16 * 270, "\x03\0\0\0\xEF\xBF\xBD\0\0\0\0\0\0\0\0\0", 16) == 0);
  CHECK(memcmp(fixed + 1, views + 1, 16) == 0);
}

void check_batch(void) {
  check_columns();

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
