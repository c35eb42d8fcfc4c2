// What C++ has and C does not: its own strings. Exits with 0 if all is well.
#include <string>
#include <string_view>

#include "placemat.h"

static std::u16string utf16(std::string_view text) {
  std::u16string units(placemat_utf16_length_from_utf8(text.data(), text.size()), u'\0');
  units.resize(placemat_convert_utf8_to_utf16(text.data(), text.size(), units.data()));
  return units;
}

static std::string utf8(std::u32string_view text) {
  std::string bytes(placemat_utf8_length_from_utf32(text.data(), text.size()), '\0');
  bytes.resize(placemat_convert_utf32_to_utf8(text.data(), text.size(), bytes.data()));
  return bytes;
}

int main() {
  if (placemat_install_backend("scalar") != PLACEMAT_ERROR_SUCCESS) return 1;
  if (std::string_view(placemat_active_backend()) != "scalar") return 2;
  if (utf16("caf\xC3\xA9 \xF0\x9F\x8D\xBD") != u"caf\u00E9 \U0001F37D") return 3;
  if (utf8(U"caf\u00E9 \U0001F37D") != "caf\xC3\xA9 \xF0\x9F\x8D\xBD") return 4;
  placemat_summary whole = {}, piece = placemat_summary_of("a\xFF", 2);
  if (placemat_summary_merge(&whole, &piece) != PLACEMAT_ERROR_SUCCESS) return 5;
  placemat_totals totals;
  if (placemat_summary_finish(&whole, &totals) != PLACEMAT_ERROR_SUCCESS || totals.errors != 1) return 6;
  return placemat_validate_utf8("\xFF", 1) ? 7 : 0;
}
