// Calls that a program should not make, and what they say.
#include "check.h"

void check_misuse(void) {
  // Nothing, wherever it is.
  CHECK(placemat_validate_utf8(NULL, 0));
  CHECK(placemat_validate_utf8_with_errors(NULL, 0).error == PLACEMAT_ERROR_SUCCESS);
  CHECK(placemat_validate_utf16(NULL, 0) && placemat_validate_utf32(NULL, 0));
  CHECK(placemat_convert_utf8_to_utf16(NULL, 0, NULL) == 0);
  CHECK(placemat_convert_utf8_to_utf16_with_errors(NULL, 0, NULL).error == PLACEMAT_ERROR_SUCCESS);
  CHECK(placemat_count_utf8(NULL, 0) == 0);

  // NULL with a length.
  placemat_line_column place = {0, 0};
  CHECK(!placemat_line_column_from_offset_utf8(NULL, 1, 0, &place));
  CHECK(!placemat_line_column_from_offset_utf8("a", 1, 0, NULL));
  CHECK(!placemat_offset_from_line_column_utf8("a", 1, place, NULL));
  CHECK(!placemat_validate_utf8(NULL, 1) && !placemat_validate_utf16(NULL, 1));
  CHECK(placemat_validate_utf8_with_errors(NULL, 1).error == PLACEMAT_ERROR_NULL_POINTER);
  CHECK(placemat_count_utf8(NULL, 1) == 0);
  CHECK(placemat_validate_utf8_with_counts("a", 1, NULL).error == PLACEMAT_ERROR_NULL_POINTER);
  CHECK(placemat_convert_utf8_to_utf16_with_errors("a", 1, NULL).error == PLACEMAT_ERROR_NULL_POINTER);
  CHECK(placemat_to_well_formed_utf16(NULL, 1, NULL) == 0);
  CHECK(placemat_to_well_formed_utf16le(NULL, 1, NULL) == 0 && placemat_to_well_formed_utf16be(NULL, 1, NULL) == 0);
  placemat_stream stream = placemat_stream_new();
  CHECK(placemat_stream_feed(&stream, NULL, 1).error == PLACEMAT_ERROR_NULL_POINTER);
  CHECK(placemat_stream_feed(NULL, "a", 1).error == PLACEMAT_ERROR_NULL_POINTER);
  const int32_t offsets[] = {0, 1};
  CHECK(placemat_validate_offsets32(NULL, 2, "a", 1).error == PLACEMAT_ERROR_NULL_POINTER);
  CHECK(placemat_validate_offsets32(offsets, 2, NULL, 1).error == PLACEMAT_ERROR_NULL_POINTER);
  const placemat_buffer buffer = {NULL, 3};
  CHECK(placemat_validate_views(NULL, 0, &buffer, 1).error == PLACEMAT_ERROR_NULL_POINTER);
  uint8_t validity = 0xFF;
  CHECK(placemat_nullify_offsets32(NULL, 2, "a", 1, &validity, 1).error == PLACEMAT_ERROR_NULL_POINTER);
  CHECK(placemat_nullify_offsets32(offsets, 2, "a", 1, NULL, 1).error == PLACEMAT_ERROR_NULL_POINTER);
  CHECK(placemat_nullify_lengths(offsets, 2, NULL, 1, &validity, 1).error == PLACEMAT_ERROR_NULL_POINTER);
  CHECK(placemat_nullify_views(NULL, 0, &buffer, 1, &validity, 1).error == PLACEMAT_ERROR_NULL_POINTER);
  char repaired[8] = {0};
  int32_t ends[2] = {0};
  CHECK(placemat_repair_offsets32(offsets, 2, "\xFF", 1, NULL, repaired, 8).error == PLACEMAT_ERROR_NULL_POINTER);
  CHECK(placemat_repair_offsets32(offsets, 2, "\xFF", 1, ends, NULL, 8).error == PLACEMAT_ERROR_NULL_POINTER);
  CHECK(placemat_repair_lengths(NULL, 2, "\xFF", 1, ends, repaired, 8).error == PLACEMAT_ERROR_NULL_POINTER);
  CHECK(placemat_repair_views(NULL, 0, &buffer, 1, NULL, repaired, 8).error == PLACEMAT_ERROR_NULL_POINTER);
  // The new offsets and values in one buffer; a bitmap in the values.
  char *shared = (char *)ends;
  CHECK(placemat_repair_offsets32(offsets, 2, "\xFF", 1, ends, shared, 8).error == PLACEMAT_ERROR_OVERLAP);
  CHECK(placemat_nullify_offsets32(offsets, 2, repaired, 8, (uint8_t *)repaired, 8).error == PLACEMAT_ERROR_OVERLAP);

  // Lengths that nothing has.
  CHECK(placemat_validate_utf8_with_errors("a", SIZE_MAX).error == PLACEMAT_ERROR_TOO_LONG);
  CHECK(!placemat_validate_utf8("a", SIZE_MAX));
  char16_t units[8] = {0};
  CHECK(placemat_validate_utf16_with_errors(units, SIZE_MAX / 2 + 1).error == PLACEMAT_ERROR_TOO_LONG);
  CHECK(placemat_utf8_length_from_utf16le(units, SIZE_MAX / 2 + 2) == 0);
  char text[16] = "text";
  CHECK(placemat_convert_utf16be_to_utf8_with_errors(units, SIZE_MAX, text).error == PLACEMAT_ERROR_TOO_LONG);
  placemat_converted full = placemat_convert(PLACEMAT_ENCODING_UTF8, text, 4, PLACEMAT_ENCODING_UTF16, units, SIZE_MAX, 0);
  CHECK(full.error == PLACEMAT_ERROR_TOO_LONG);
  CHECK(placemat_nullify_offsets32(offsets, 2, "a", 1, &validity, SIZE_MAX).error == PLACEMAT_ERROR_TOO_LONG);
  CHECK(placemat_repair_offsets32(offsets, 2, "\xFF", 1, ends, repaired, SIZE_MAX).error == PLACEMAT_ERROR_TOO_LONG);

  // Units at an odd address.
  const char16_t *odd = (const char16_t *)(const void *)(text + 1);
  if ((uintptr_t)odd % sizeof *odd) {
    CHECK(placemat_validate_utf16_with_errors(odd, 1).error == PLACEMAT_ERROR_MISALIGNED);
  }

  // One buffer for both.
  placemat_converted done = placemat_convert(PLACEMAT_ENCODING_UTF8, text, 4, PLACEMAT_ENCODING_LATIN1, text, 4, 0);
  CHECK(done.error == PLACEMAT_ERROR_OVERLAP && done.read == 0 && done.written == 0);
  done = placemat_convert(PLACEMAT_ENCODING_UTF8, text, 4, PLACEMAT_ENCODING_LATIN1, text + 3, 4, 0);
  CHECK(done.error == PLACEMAT_ERROR_OVERLAP);
  done = placemat_convert(PLACEMAT_ENCODING_UTF8, text, 4, PLACEMAT_ENCODING_LATIN1, text + 4, 4, 0);
  CHECK(done.error == PLACEMAT_ERROR_SUCCESS && done.written == 4);

  // An empty source overlaps nothing, so what is wrong is the destination.
  done = placemat_convert(PLACEMAT_ENCODING_UTF8, "", 0, PLACEMAT_ENCODING_UTF16LE, NULL, 64, 0);
  CHECK(done.error == PLACEMAT_ERROR_NULL_POINTER);

  // No such pair of encodings.
  const uint32_t none[][2] = {{1, 1}, {0, 1}, {1, 9}, {9, 1}, {2, 0}, {2, 9}, {1, UINT32_MAX}};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    done = placemat_convert(none[i][0], text, 4, none[i][1], units, 8, 0);
    CHECK(done.error == PLACEMAT_ERROR_NO_CONVERSION);
  }

  // Objects that were never made.
  memset(&stream, 0, sizeof stream);
  CHECK(placemat_stream_feed(&stream, "a", 1).error == PLACEMAT_ERROR_NOT_INITIALISED);
  CHECK(placemat_stream_finish(&stream).error == PLACEMAT_ERROR_NOT_INITIALISED);
  CHECK(!placemat_stream_is_complete(&stream));
  placemat_summary summary, good = placemat_summary_of("a", 1);
  memset(&summary, 0x5A, sizeof summary);
  placemat_totals totals;
  CHECK(placemat_summary_merge(&good, &summary) == PLACEMAT_ERROR_NOT_INITIALISED);
  CHECK(placemat_summary_merge(&summary, &good) == PLACEMAT_ERROR_NOT_INITIALISED);
  CHECK(placemat_summary_merge(NULL, &good) == PLACEMAT_ERROR_NULL_POINTER);
  CHECK(placemat_summary_finish(&summary, &totals) == PLACEMAT_ERROR_NOT_INITIALISED);
  CHECK(placemat_summary_finish(&good, NULL) == PLACEMAT_ERROR_NULL_POINTER);
  CHECK(placemat_summary_finish(&good, &totals) == PLACEMAT_ERROR_SUCCESS && totals.characters == 1);
}

void check_backends(void) {
  size_t count = 0;
  for (const char *name; (name = placemat_backend_name(count)); count++) {
    placemat_result result = placemat_validate_utf8_with_backend(name, TEXT("caf\xC3"));
    placemat_error supported = placemat_backend_supported(name);
    if (supported == PLACEMAT_ERROR_SUCCESS) {
      CHECK(result.error == PLACEMAT_ERROR_TRUNCATED && result.count == 3 && result.error_len == 1);
    } else {
      CHECK(supported == PLACEMAT_ERROR_UNSUPPORTED && result.error == PLACEMAT_ERROR_UNSUPPORTED);
    }
  }
  CHECK(count >= 2);
  CHECK(placemat_backend_supported("scalar") == PLACEMAT_ERROR_SUCCESS);
  CHECK(placemat_backend_supported("warp") == PLACEMAT_ERROR_NO_BACKEND);
  CHECK(placemat_backend_supported(NULL) == PLACEMAT_ERROR_NULL_POINTER);
  // The choice is settled by now.
  CHECK(placemat_install_backend(placemat_active_backend()) == PLACEMAT_ERROR_SUCCESS);
  const char *other = strcmp(placemat_active_backend(), "scalar") ? "scalar" : "dfa";
  CHECK(placemat_install_backend(other) == PLACEMAT_ERROR_ALREADY_ACTIVE);
}
