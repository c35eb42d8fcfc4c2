#include "check.h"

// Hostile sequences, and what is wrong with them.
static const struct {
  const char *bytes;
  size_t len, count, error_len;
  placemat_error error;
} CASES[] = {
    {TEXT(""), 0, 0, PLACEMAT_ERROR_SUCCESS},
    {TEXT("caf\xC3\xA9"), 5, 0, PLACEMAT_ERROR_SUCCESS},
    {TEXT("\x80"), 0, 1, PLACEMAT_ERROR_UNEXPECTED_CONTINUATION},
    {TEXT("/\xC0\xAE"), 1, 1, PLACEMAT_ERROR_OVERLONG},
    {TEXT("\xED\xA0\x80"), 0, 1, PLACEMAT_ERROR_SURROGATE},
    {TEXT("\xF4\x90\x80\x80"), 0, 1, PLACEMAT_ERROR_OUT_OF_RANGE},
    {TEXT("ab\xFF"), 2, 1, PLACEMAT_ERROR_INVALID_BYTE},
    {TEXT("\xE2\x82!"), 0, 2, PLACEMAT_ERROR_MISSING_CONTINUATION},
    {TEXT("5 \xF0\x9F\x8D"), 2, 3, PLACEMAT_ERROR_TRUNCATED},
};

// Puts a case after so many letters.
static void check_case(size_t i, size_t before) {
  size_t len = before + CASES[i].len;
  char *text = (char *)malloc(len ? len : 1);
  if (!text) abort();
  memset(text, 'a', before);
  memcpy(text + before, CASES[i].bytes, CASES[i].len);
  placemat_result result = placemat_validate_utf8_with_errors(text, len);
  CHECK(result.error == CASES[i].error);
  CHECK(result.count == before + CASES[i].count);
  CHECK(result.error_len == CASES[i].error_len);
  CHECK(placemat_validate_utf8(text, len) == (CASES[i].error == PLACEMAT_ERROR_SUCCESS));
  free(text);
}

static void check_units(void) {
  const char16_t pair[] = {0x61, 0xD83C, 0xDF7D};
  CHECK(placemat_validate_utf16(pair, 3));
  CHECK(!placemat_validate_utf16(pair, 2));
  placemat_result result = placemat_validate_utf16_with_errors(pair, 2);
  CHECK(result.error == PLACEMAT_ERROR_TRUNCATED && result.count == 1 && result.error_len == 1);
  result = placemat_validate_utf16_with_errors(pair + 2, 1);
  CHECK(result.error == PLACEMAT_ERROR_LONE_LOW && result.count == 0);
  const char16_t high[] = {0xD83C, 0x61};
  CHECK(placemat_validate_utf16_with_errors(high, 2).error == PLACEMAT_ERROR_LONE_HIGH);

  // The same in bytes, in both orders.
  const unsigned char le[] = {0x61, 0, 0x3C, 0xD8, 0x7D, 0xDF}, be[] = {0, 0x61, 0xD8, 0x3C, 0xDF, 0x7D};
  char16_t units[3];
  memcpy(units, le, sizeof units);
  CHECK(placemat_validate_utf16le(units, 3) && !placemat_validate_utf16le(units, 2));
  result = placemat_validate_utf16le_with_errors(units, 2);
  CHECK(result.error == PLACEMAT_ERROR_TRUNCATED && result.count == 1 && result.error_len == 1);
  memcpy(units, be, sizeof units);
  CHECK(placemat_validate_utf16be(units, 3) && !placemat_validate_utf16be(units, 2));
  result = placemat_validate_utf16be_with_errors(units + 1, 2);
  CHECK(result.error == PLACEMAT_ERROR_SUCCESS && result.count == 2);

  const char32_t numbers[] = {0x61, 0x10FFFF, 0xD800, 0x110000};
  CHECK(placemat_validate_utf32(numbers, 2) && !placemat_validate_utf32(numbers, 3));
  CHECK(placemat_validate_utf32_with_errors(numbers, 4).error == PLACEMAT_ERROR_SURROGATE);
  CHECK(placemat_validate_utf32_with_errors(numbers + 3, 1).error == PLACEMAT_ERROR_OUT_OF_RANGE);

  char16_t broken[] = {0xDF7D, 0xD83C, 0xDF7D, 0xD83C}, repaired[4];
  CHECK(placemat_to_well_formed_utf16(broken, 4, repaired) == 2);
  CHECK(repaired[0] == 0xFFFD && repaired[1] == 0xD83C && repaired[2] == 0xDF7D && repaired[3] == 0xFFFD);
  CHECK(broken[0] == 0xDF7D);
  CHECK(placemat_to_well_formed_utf16(broken, 4, broken) == 2 && broken[3] == 0xFFFD);

  // As bytes: two lone halves around a pair.
  const unsigned char broken_le[] = "\x7D\xDF\x3C\xD8\x7D\xDF\x3C\xD8";
  const unsigned char broken_be[] = "\xDF\x7D\xD8\x3C\xDF\x7D\xD8\x3C";
  memcpy(broken, broken_le, sizeof broken);
  CHECK(placemat_to_well_formed_utf16le(broken, 4, repaired) == 2);
  CHECK(memcmp(repaired, "\xFD\xFF\x3C\xD8\x7D\xDF\xFD\xFF", sizeof repaired) == 0);
  CHECK(memcmp(broken, broken_le, sizeof broken) == 0 && placemat_validate_utf16le(repaired, 4));
  memcpy(broken, broken_be, sizeof broken);
  CHECK(placemat_to_well_formed_utf16be(broken, 4, repaired) == 2);
  CHECK(memcmp(repaired, "\xFF\xFD\xD8\x3C\xDF\x7D\xFF\xFD", sizeof repaired) == 0);
  CHECK(memcmp(broken, broken_be, sizeof broken) == 0 && placemat_validate_utf16be(repaired, 4));
  // Over the source, and the source moved by one.
  CHECK(placemat_to_well_formed_utf16be(broken, 4, broken) == 2 && !memcmp(broken, repaired, sizeof broken));
  memcpy(broken, broken_le, sizeof broken);
  CHECK(placemat_to_well_formed_utf16le(broken, 3, broken + 1) == 1);
  CHECK(memcmp(broken, "\x7D\xDF\xFD\xFF\x3C\xD8\x7D\xDF", sizeof broken) == 0);
}

void check_validation(void) {
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
    for (size_t before = 0; before < 200; before += 7) check_case(i, before);
  CHECK(placemat_validate_ascii(TEXT("plain")) && !placemat_validate_ascii(TEXT("caf\xC3\xA9")));
  placemat_result result = placemat_validate_ascii_with_errors(TEXT("caf\xC3\xA9"));
  CHECK(result.error == PLACEMAT_ERROR_NOT_ASCII && result.count == 3 && result.error_len == 1);
  CHECK(placemat_trim_partial_utf8(TEXT("5 \xE2\x82")) == 2);
  CHECK(placemat_trim_partial_utf8(TEXT("5 \xE2\x82\xAC")) == 5);
  for (uint32_t error = 0; error < 100; error++) CHECK(*placemat_error_message(error));
  CHECK(strcmp(placemat_error_message(PLACEMAT_ERROR_OVERLONG), "overlong encoding") == 0);
  CHECK(strcmp(placemat_error_message(99), "unknown error") == 0);
  check_units();
}
