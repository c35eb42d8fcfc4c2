#include "check.h"

static const char UTF8[] = "caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x8D\xBD";
enum { UTF8_LEN = sizeof UTF8 - 1, UTF16_LEN = 9, UTF32_LEN = 8 };

// To an encoding and back, with buffers of exactly the size that the length functions say.
static void check_utf16(void) {
  size_t units = placemat_utf16_length_from_utf8(UTF8, UTF8_LEN);
  CHECK(units == UTF16_LEN);
  char16_t *utf16 = (char16_t *)malloc(units * sizeof *utf16);
  char *back = (char *)malloc(UTF8_LEN);
  if (!utf16 || !back) abort();

  CHECK(placemat_convert_utf8_to_utf16(UTF8, UTF8_LEN, utf16) == units);
  CHECK(utf16[3] == 0xE9 && utf16[7] == 0xD83C && utf16[8] == 0xDF7D);
  CHECK(placemat_utf8_length_from_utf16(utf16, units) == UTF8_LEN);
  CHECK(placemat_convert_utf16_to_utf8(utf16, units, back) == UTF8_LEN && !memcmp(back, UTF8, UTF8_LEN));

  CHECK(placemat_convert_utf8_to_utf16be(UTF8, UTF8_LEN, utf16) == units);
  CHECK(((unsigned char *)utf16)[6] == 0 && ((unsigned char *)utf16)[7] == 0xE9);
  CHECK(placemat_utf8_length_from_utf16be(utf16, units) == UTF8_LEN);
  CHECK(placemat_convert_utf16be_to_utf8(utf16, units, back) == UTF8_LEN && !memcmp(back, UTF8, UTF8_LEN));

  CHECK(placemat_convert_utf8_to_utf16le(UTF8, UTF8_LEN, utf16) == units);
  CHECK(((unsigned char *)utf16)[6] == 0xE9 && ((unsigned char *)utf16)[7] == 0);
  CHECK(placemat_utf8_length_from_utf16le(utf16, units) == UTF8_LEN);
  CHECK(placemat_convert_utf16le_to_utf8(utf16, units, back) == UTF8_LEN && !memcmp(back, UTF8, UTF8_LEN));

  placemat_result result = placemat_convert_utf16le_to_utf8_with_errors(utf16, units - 1, back);
  CHECK(result.error == PLACEMAT_ERROR_TRUNCATED && result.count == units - 2 && result.error_len == 1);
  CHECK(placemat_convert_utf16le_to_utf8(utf16, units - 1, back) == 0);
  free(utf16);
  free(back);
}

static void check_utf32_and_latin1(void) {
  CHECK(placemat_count_utf8(UTF8, UTF8_LEN) == UTF32_LEN);
  placemat_counts counts = {0, 0, false, false};
  placemat_result counted = placemat_validate_utf8_with_counts("a\xFF", 2, &counts);
  CHECK(counted.error == PLACEMAT_ERROR_INVALID_BYTE && counted.count == 1 && counts.characters == 0);
  counted = placemat_validate_utf8_with_counts(UTF8, UTF8_LEN, &counts);
  CHECK(counted.error == PLACEMAT_ERROR_SUCCESS && counted.count == UTF8_LEN && counts.characters == UTF32_LEN);
  CHECK(counts.utf16_length == placemat_utf16_length_from_utf8(UTF8, UTF8_LEN));
  CHECK(!counts.is_latin1 && !counts.is_ascii);
  CHECK(placemat_utf32_length_from_utf8(UTF8, UTF8_LEN) == UTF32_LEN);
  char32_t *utf32 = (char32_t *)malloc(UTF32_LEN * sizeof *utf32);
  char *back = (char *)malloc(UTF8_LEN);
  if (!utf32 || !back) abort();
  CHECK(placemat_convert_utf8_to_utf32(UTF8, UTF8_LEN, utf32) == UTF32_LEN && utf32[7] == 0x1F37D);
  CHECK(placemat_utf8_length_from_utf32(utf32, UTF32_LEN) == UTF8_LEN);
  CHECK(placemat_convert_utf32_to_utf8(utf32, UTF32_LEN, back) == UTF8_LEN && !memcmp(back, UTF8, UTF8_LEN));
  utf32[2] = 0x110000;
  placemat_result result = placemat_convert_utf32_to_utf8_with_errors(utf32, UTF32_LEN, back);
  CHECK(result.error == PLACEMAT_ERROR_OUT_OF_RANGE && result.count == 2 && result.error_len == 1);
  free(utf32);
  free(back);

  // Two characters of one unit, one of two, and an error, in the second line.
  placemat_line_column place = {9, 9};
  size_t at = 9;
  CHECK(placemat_line_column_from_offset_utf8(TEXT("a\r\n\xC3\xA9:\xF0\x9F\x8D\xBD\xFF!"), 11, &place));
  CHECK(place.line == 1 && place.column == 5);
  CHECK(placemat_offset_from_line_column_utf8(TEXT("a\r\n\xC3\xA9:\xF0\x9F\x8D\xBD\xFF!"), place, &at));
  CHECK(at == 11 && !placemat_line_column_from_offset_utf8(TEXT("\xC3\xA9"), 1, &place));
  CHECK(!placemat_offset_from_line_column_utf8(TEXT("a\nb"), place, &at) && at == 11 && place.column == 5);

  char latin1[4], text[5];
  CHECK(placemat_latin1_length_from_utf8(TEXT("caf\xC3\xA9")) == 4);
  CHECK(placemat_convert_utf8_to_latin1(TEXT("caf\xC3\xA9"), latin1) == 4 && !memcmp(latin1, "caf\xE9", 4));
  CHECK(placemat_utf8_length_from_latin1(latin1, 4) == 5);
  CHECK(placemat_convert_latin1_to_utf8(latin1, 4, text) == 5 && !memcmp(text, "caf\xC3\xA9", 5));
  result = placemat_convert_utf8_to_latin1_with_errors(TEXT("5 \xE2\x82\xAC"), latin1);
  CHECK(result.error == PLACEMAT_ERROR_UNMAPPABLE && result.count == 2);
}

// Between UTF-16, UTF-32 and Latin-1, in one call.
static void check_pairs(void) {
  const char16_t utf16[] = {0x61, 0xE9, 0xD83C, 0xDF7D};
  const char32_t utf32[] = {0x61, 0xE9, 0x1F37D};
  char16_t swapped[4], units[4];
  char32_t characters[4];
  char latin1[4];
  CHECK(placemat_utf32_length_from_utf16(utf16, 4) == 3 && placemat_utf16_length_from_utf32(utf32, 3) == 4);
  CHECK(placemat_convert_utf16_to_utf32(utf16, 4, characters) == 3 && !memcmp(characters, utf32, sizeof utf32));
  CHECK(placemat_convert_utf32_to_utf16(utf32, 3, units) == 4 && !memcmp(units, utf16, sizeof utf16));
  placemat_change_endianness_utf16(utf16, 4, swapped);
  CHECK(swapped[0] == 0x6100 && swapped[1] == 0xE900 && swapped[2] == 0x3CD8 && swapped[3] == 0x7DDF);
  const char *bytes = (const char *)units;
  CHECK(placemat_convert_utf32_to_utf16le(utf32, 3, units) == 4);
  CHECK(!memcmp(bytes, "a\0\xE9\0\x3C\xD8\x7D\xDF", 8));
  CHECK(placemat_utf32_length_from_utf16le(units, 4) == 3);
  CHECK(placemat_convert_utf16le_to_utf32(units, 4, characters) == 3 && characters[2] == 0x1F37D);
  CHECK(placemat_convert_utf32_to_utf16be(utf32, 3, units) == 4);
  CHECK(!memcmp(bytes, "\0a\0\xE9\xD8\x3C\xDF\x7D", 8));
  CHECK(placemat_utf32_length_from_utf16be(units, 4) == 3);
  CHECK(placemat_convert_utf16be_to_utf32(units, 4, characters) == 3 && characters[2] == 0x1F37D);
  CHECK(placemat_convert_utf16be_to_latin1(units, 2, latin1) == 2 && !memcmp(latin1, "a\xE9", 2));
  placemat_change_endianness_utf16(units, 4, units);
  CHECK(placemat_convert_utf16le_to_latin1(units, 2, latin1) == 2 && !memcmp(latin1, "a\xE9", 2));
  CHECK(placemat_convert_utf16_to_latin1(utf16, 2, latin1) == 2 && !memcmp(latin1, "a\xE9", 2));
  CHECK(placemat_convert_utf32_to_latin1(utf32, 2, latin1) == 2 && !memcmp(latin1, "a\xE9", 2));
  CHECK(placemat_convert_latin1_to_utf32(latin1, 2, characters) == 2 && characters[1] == 0xE9);
  CHECK(placemat_convert_latin1_to_utf16(latin1, 2, units) == 2 && units[1] == 0xE9);
  CHECK(placemat_convert_latin1_to_utf16le(latin1, 2, units) == 2 && !memcmp(bytes, "a\0\xE9\0", 4));
  CHECK(placemat_convert_latin1_to_utf16be(latin1, 2, units) == 2 && !memcmp(bytes, "\0a\0\xE9", 4));

  placemat_result result = placemat_convert_utf16_to_latin1_with_errors(utf16, 4, latin1);
  CHECK(result.error == PLACEMAT_ERROR_UNMAPPABLE && result.count == 2);
  result = placemat_convert_utf16_to_utf32_with_errors(utf16, 3, characters);
  CHECK(result.error == PLACEMAT_ERROR_TRUNCATED && result.count == 2 && result.error_len == 1);
  characters[1] = 0xD83C;
  CHECK(placemat_convert_utf32_to_utf16(characters, 2, units) == 0);
}

// With destinations of every size, again and again.
static void check_destinations(void) {
  for (size_t room = 2; room <= UTF16_LEN + 1; room++) {
    char16_t *part = (char16_t *)malloc(room * sizeof *part), all[UTF16_LEN];
    if (!part) abort();
    size_t read = 0, written = 0;
    for (;;) {
      placemat_converted done = placemat_convert(PLACEMAT_ENCODING_UTF8, UTF8 + read, UTF8_LEN - read,
                                                 PLACEMAT_ENCODING_UTF16, part, room, 0);
      CHECK(done.written <= room && written + done.written <= UTF16_LEN);
      memcpy(all + written, part, done.written * sizeof *part);
      read += done.read, written += done.written;
      if (done.error == PLACEMAT_ERROR_SUCCESS) break;
      CHECK(done.error == PLACEMAT_ERROR_OUTPUT_FULL && done.written > 0);
    }
    CHECK(read == UTF8_LEN && written == UTF16_LEN && all[8] == 0xDF7D);
    free(part);
  }
}

void check_conversion(void) {
  check_utf16();
  check_utf32_and_latin1();
  check_pairs();
  check_destinations();

  // Bytes at an odd address, and an odd number of them.
  char bytes[16];
  placemat_converted done = placemat_convert(PLACEMAT_ENCODING_UTF8, TEXT("a\xE2\x82\xAC"),
                                             PLACEMAT_ENCODING_UTF16BE, bytes + 1, 15, 0);
  CHECK(done.error == PLACEMAT_ERROR_SUCCESS && done.written == 4 && !memcmp(bytes + 1, "\0a\x20\xAC", 4));
  char text[16];
  done = placemat_convert(PLACEMAT_ENCODING_UTF16BE, bytes + 1, 3, PLACEMAT_ENCODING_UTF8, text, 16, 0);
  CHECK(done.error == PLACEMAT_ERROR_TRUNCATED && done.read == 2 && done.written == 1 && done.error_len == 1);
  done = placemat_convert(PLACEMAT_ENCODING_UTF16BE, bytes + 1, 3, PLACEMAT_ENCODING_UTF8, text, 16,
                          PLACEMAT_CHUNK);
  CHECK(done.error == PLACEMAT_ERROR_INCOMPLETE && done.read == 2);
  done = placemat_convert(PLACEMAT_ENCODING_UTF16BE, bytes + 1, 3, PLACEMAT_ENCODING_UTF8, text, 16,
                          PLACEMAT_LOSSY);
  CHECK(done.error == PLACEMAT_ERROR_SUCCESS && done.written == 4 && !memcmp(text, "a\xEF\xBF\xBD", 4));

  // Without UTF-8.
  done = placemat_convert(PLACEMAT_ENCODING_UTF16BE, bytes + 1, 4, PLACEMAT_ENCODING_UTF32LE, text, 16, 0);
  CHECK(done.error == PLACEMAT_ERROR_SUCCESS && done.written == 8 && !memcmp(text, "a\0\0\0\xAC\x20\0\0", 8));
  done = placemat_convert(PLACEMAT_ENCODING_UTF32LE, text, 8, PLACEMAT_ENCODING_LATIN1, bytes, 16, 0);
  CHECK(done.error == PLACEMAT_ERROR_UNMAPPABLE && done.read == 4 && done.character == 0x20AC);
  done = placemat_convert(PLACEMAT_ENCODING_LATIN1, TEXT("\xE9"), PLACEMAT_ENCODING_UTF16LE, text, 16, 0);
  CHECK(done.error == PLACEMAT_ERROR_SUCCESS && done.written == 2 && !memcmp(text, "\xE9\0", 2));

  done = placemat_convert(PLACEMAT_ENCODING_UTF8, TEXT("5 \xE2\x82\xAC"), PLACEMAT_ENCODING_LATIN1, text, 16, 0);
  CHECK(done.error == PLACEMAT_ERROR_UNMAPPABLE && done.read == 2 && done.character == 0x20AC);
  CHECK(placemat_utf16_length_from_utf8_with_replacement(TEXT("a\xFF\xE2\x82")) == 3);
  const char16_t lone[] = {0x61, 0xD83C};
  CHECK(placemat_utf8_length_from_utf16_with_replacement(lone, 2) == 4);
}
