// Streams and summaries: the same text, cut at every place.
#include "check.h"

static const char TEXT_8[] = "one\ntw\xF8\nthr\xE2\x82" "e \xF0\x9F\x8D\xBD\n\xED\xA0\x80 \xE2\x82";
enum { LEN = sizeof TEXT_8 - 1 };

void check_stream(void) {
  for (size_t cut = 0; cut <= LEN; cut++) {
    placemat_stream stream = placemat_stream_new();
    char *front = (char *)copy_of(TEXT_8, cut), *back = (char *)copy_of(TEXT_8 + cut, LEN - cut);
    placemat_stream_result found = placemat_stream_feed(&stream, front, cut);
    CHECK((found.error == PLACEMAT_ERROR_SUCCESS) == (cut < 7));
    found = placemat_stream_feed(&stream, back, LEN - cut);
    CHECK(found.error == PLACEMAT_ERROR_OUT_OF_RANGE && found.offset == 6 && found.error_len == 1);
    found = placemat_stream_finish(&stream);
    CHECK(found.error == PLACEMAT_ERROR_OUT_OF_RANGE && found.offset == 6);
    // It starts anew.
    found = placemat_stream_feed(&stream, "\xE2", 1);
    CHECK(found.error == PLACEMAT_ERROR_SUCCESS && !placemat_stream_is_complete(&stream));
    placemat_stream copy = stream;
    found = placemat_stream_finish(&stream);
    CHECK(found.error == PLACEMAT_ERROR_TRUNCATED && found.offset == 0 && found.error_len == 1);
    found = placemat_stream_feed(&copy, "\x82\xAC", 2);
    CHECK(found.error == PLACEMAT_ERROR_SUCCESS && placemat_stream_is_complete(&copy));
    free(front);
    free(back);
  }
}

void check_summary(void) {
  for (size_t first = 0; first <= LEN; first++) {
    for (size_t second = first; second <= LEN; second++) {
      placemat_summary whole;
      memset(&whole, 0, sizeof whole);
      const size_t cuts[] = {0, first, second, LEN};
      for (size_t i = 0; i < 3; i++) {
        placemat_summary piece = placemat_summary_of(TEXT_8 + cuts[i], cuts[i + 1] - cuts[i]);
        CHECK(placemat_summary_merge(&whole, &piece) == PLACEMAT_ERROR_SUCCESS);
      }
      placemat_totals totals;
      CHECK(placemat_summary_finish(&whole, &totals) == PLACEMAT_ERROR_SUCCESS);
      CHECK(totals.bytes == LEN && totals.line_feeds == 3 && totals.errors == 6);
      CHECK(totals.characters == 15 && totals.invalid_bytes == 8 && totals.bad_lines == 3);
      CHECK(totals.errors_by_kind[PLACEMAT_ERROR_SURROGATE] == 1);
      CHECK(totals.errors_by_kind[PLACEMAT_ERROR_UNEXPECTED_CONTINUATION] == 2);
      CHECK(totals.errors_by_kind[PLACEMAT_ERROR_TRUNCATED] == 1);
      CHECK(totals.first_errors[0].error == PLACEMAT_ERROR_OUT_OF_RANGE);
      CHECK(totals.first_errors[0].offset == 6 && totals.first_errors[0].line == 2);
      CHECK(totals.first_errors[0].column == 3 && totals.first_errors[0].error_len == 1);
      CHECK(totals.first_errors[6].error == PLACEMAT_ERROR_SUCCESS);
    }
  }
}
