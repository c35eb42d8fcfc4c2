/* The C library. One argument: mbrtowc (the default) or iconv. */

#include <errno.h>
#include <iconv.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

static uint32_t number(const unsigned char *bytes) {
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* mbrtowc says where an error is, but not how long. */
static void by_mbrtowc(const char *bytes, size_t length) {
    mbstate_t state;
    memset(&state, 0, sizeof state);
    size_t at = 0;
    while (at < length) {
        wchar_t wide;
        size_t read = mbrtowc(&wide, bytes + at, length - at, &state);
        if (read == (size_t)-1) { printf("bad %zu - -\n", at); return; }
        if (read == (size_t)-2) { printf("bad %zu end -\n", at); return; }
        at += read ? read : 1; /* 0 for a NUL */
    }
    printf("ok %zu - -\n", length);
}

static void by_iconv(char *bytes, size_t length) {
    iconv_t to_utf16 = iconv_open("UTF-16BE", "UTF-8");
    size_t left = length, room = 4 * length + 16;
    char *output = malloc(room), *end = output;
    size_t result = iconv(to_utf16, &bytes, &left, &end, &room);
    if (result != (size_t)-1) printf("ok %zu - -\n", length);
    else printf("bad %zu %s -\n", length - left, errno == EINVAL ? "end" : "-");
    free(output);
    iconv_close(to_utf16);
}

int main(int count, char **arguments) {
    int use_iconv = count > 1 && strcmp(arguments[1], "iconv") == 0;
    const char *version = "";
#ifdef __GLIBC__
    version = gnu_get_libc_version();
#endif
    if (!setlocale(LC_CTYPE, "C.UTF-8")) return 1;
    printf("{\"protocol\":1,\"name\":\"C, %s\",\"version\":\"%s\",\"ops\":[\"validate\"]}\n",
           use_iconv ? "iconv to UTF-16" : "mbrtowc", version);
    fflush(stdout);
    unsigned char header[9];
    while (fread(header, 1, sizeof header, stdin) == sizeof header) {
        size_t length = number(header + 5);
        char *bytes = malloc(length + 1);
        if (fread(bytes, 1, length, stdin) != length) return 1;
        printf("%lu ", (unsigned long)number(header + 1));
        if (header[0] != 1) printf("unsupported\n");
        else if (use_iconv) by_iconv(bytes, length);
        else by_mbrtowc(bytes, length);
        fflush(stdout);
        free(bytes);
    }
    return 0;
}
