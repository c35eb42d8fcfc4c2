// ICU: the macro U8_NEXT, UnicodeString::fromUTF8 and a converter.

#include <cstdint>
#include <iostream>
#include <string>
#include <unicode/ucnv.h>
#include <unicode/unistr.h>
#include <unicode/utf8.h>
#include <unicode/uversion.h>

static uint32_t number(const char *bytes) {
    auto byte = [&](int nth) { return uint32_t(uint8_t(bytes[nth])) << (8 * nth); };
    return byte(0) | byte(1) | byte(2) | byte(3);
}

static std::string hex(const std::string &bytes) {
    static const char digits[] = "0123456789abcdef";
    std::string text;
    for (unsigned char byte : bytes) text += {digits[byte >> 4], digits[byte & 15]};
    return text;
}

static std::string field(const std::string &bytes) { return bytes.empty() ? "." : hex(bytes); }

static std::string validate(const std::string &bytes) {
    int32_t at = 0, length = int32_t(bytes.size());
    while (at < length) {
        int32_t start = at;
        UChar32 value;
        U8_NEXT(bytes.data(), at, length, value);
        if (value < 0) return "bad " + std::to_string(start) + " -";
    }
    return "ok " + std::to_string(length) + " -";
}

static std::string lossy(const std::string &bytes) {
    std::string text;
    icu::UnicodeString::fromUTF8(bytes).toUTF8String(text);
    return text;
}

static std::string stream(const std::string &payload) {
    UErrorCode error = U_ZERO_ERROR;
    UConverter *converter = ucnv_open("UTF-8", &error);
    std::string outputs;
    auto step = [&](const char *from, size_t length, bool end) {
        icu::UnicodeString text;
        char16_t *buffer = text.getBuffer(int32_t(length) + 16), *to = buffer;
        ucnv_toUnicode(converter, &to, buffer + length + 16, &from, from + length, nullptr, end, &error);
        text.releaseBuffer(int32_t(to - buffer));
        std::string utf8;
        outputs += hex(text.toUTF8String(utf8));
    };
    for (size_t at = 0; at < payload.size();) {
        uint32_t length = number(payload.data() + at);
        step(payload.data() + at + 4, length, false);
        outputs += '|';
        at += 4 + length;
    }
    step("", 0, true);
    ucnv_close(converter);
    return outputs.empty() ? "." : outputs;
}

int main() {
    std::ios::sync_with_stdio(false);
    std::cout << "{\"protocol\":1,\"name\":\"ICU\",\"version\":\"" << U_ICU_VERSION
              << "\",\"ops\":[\"validate\",\"lossy\",\"stream\"]}" << std::endl;
    char header[9];
    while (std::cin.read(header, sizeof header)) {
        std::string payload(number(header + 5), '\0');
        std::cin.read(payload.data(), std::streamsize(payload.size()));
        std::cout << number(header + 1) << ' ';
        if (header[0] == 1) std::cout << validate(payload) << " -";
        else if (header[0] == 2) std::cout << validate(payload) << ' ' << field(lossy(payload));
        else if (header[0] == 3) std::cout << "- - - " << stream(payload);
        else std::cout << "unsupported";
        std::cout << std::endl;
    }
}
