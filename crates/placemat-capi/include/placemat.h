// placemat: UTF-8 (RFC 3629) for C and C++.
//
// The caller must guarantee for every call:
//
// - A pointer with a length other than 0 is NULL (which is an error), or that many units are readable there (and
//   writable, if it is not const), and no other thread writes to them during the call. If the length is 0, the
//   pointer is ignored: empty input is valid.
// - The name of a backend is NULL (an error too) or NUL-terminated.
// - An object (a stream, a summary) was created by this library, or is a copy of such an object, or all zeros.
//
// Lengths and positions are in units of the encoding: bytes, 16-bit or 32-bit units. All functions are thread-safe,
// except calls on the same object. The library allocates nothing that the caller must free, sets no errno, calls
// back no function, and lets no exception or panic escape. Functions without an error code return false or 0 if the
// call is invalid. The length functions return, for invalid input, at least the length of the valid prefix.
//
// Link with -lplacemat; `pkg-config --libs --static placemat` lists the libraries that a static program needs too.

#ifndef PLACEMAT_H
#define PLACEMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
#if __cplusplus < 201103L
#error "placemat.h needs C++11, for char16_t"
#endif
#elif !defined(__APPLE__)
#include <uchar.h>
#else
typedef uint_least16_t char16_t;
typedef uint_least32_t char32_t;
#endif

// Option of `placemat_convert`: replaces each invalid sequence by U+FFFD. If the target is Latin-1, replaces
// invalid sequences and characters above U+00FF by a question mark.
#define PLACEMAT_LOSSY 1

// Option of `placemat_convert`: more input follows. A character that the end of the source cuts off is not an error
// in the text, but reported as `PLACEMAT_ERROR_INCOMPLETE`.
#define PLACEMAT_CHUNK 2

// The kind of an error. The numbers never change; new versions may add some.
typedef enum placemat_error {
  // No error.
  PLACEMAT_ERROR_SUCCESS = 0,
  // UTF-8: a continuation byte, 80..BF, where a sequence must begin.
  PLACEMAT_ERROR_UNEXPECTED_CONTINUATION = 1,
  // UTF-8: an overlong encoding, longer than the scalar value needs.
  PLACEMAT_ERROR_OVERLONG = 2,
  // UTF-8, UTF-32: a surrogate, U+D800..U+DFFF.
  PLACEMAT_ERROR_SURROGATE = 3,
  // UTF-8, UTF-32: a value above U+10FFFF.
  PLACEMAT_ERROR_OUT_OF_RANGE = 4,
  // UTF-8: a byte that never occurs, FE or FF.
  PLACEMAT_ERROR_INVALID_BYTE = 5,
  // UTF-8: a sequence without all of its continuation bytes, before another byte.
  PLACEMAT_ERROR_MISSING_CONTINUATION = 6,
  // The input ends inside a character that more input could complete.
  PLACEMAT_ERROR_TRUNCATED = 7,
  // UTF-16: a high surrogate without a low one after it.
  PLACEMAT_ERROR_LONE_HIGH = 8,
  // UTF-16: a low surrogate without a high one before it.
  PLACEMAT_ERROR_LONE_LOW = 9,
  // ASCII: a byte 80..FF.
  PLACEMAT_ERROR_NOT_ASCII = 10,
  // Conversion: the target encoding lacks the character.
  PLACEMAT_ERROR_UNMAPPABLE = 32,
  // Conversion: the destination has no space for the next character.
  PLACEMAT_ERROR_OUTPUT_FULL = 33,
  // Conversion of a chunk: it ends inside a character. Continue with the rest of it and the next chunk.
  PLACEMAT_ERROR_INCOMPLETE = 34,
  // Batch: a row ends before it begins.
  PLACEMAT_ERROR_NOT_ASCENDING = 48,
  // Batch: a row is not inside its buffer, or the buffer does not exist.
  PLACEMAT_ERROR_OUT_OF_BOUNDS = 49,
  // Batch: the padding after a short row in its view is not zero.
  PLACEMAT_ERROR_PADDING = 50,
  // Batch: the prefix in the view of a long row is not the first four bytes of the row.
  PLACEMAT_ERROR_PREFIX = 51,
  // Batch: the bitmap has no bit for the row.
  PLACEMAT_ERROR_BITMAP = 52,
  // Batch: the repaired column, up to this row, is too long for its offsets, lengths or views.
  PLACEMAT_ERROR_COLUMN_TOO_LONG = 53,
  // Call: a NULL pointer with a length other than 0.
  PLACEMAT_ERROR_NULL_POINTER = 64,
  // Call: a pointer that is not aligned for its type.
  PLACEMAT_ERROR_MISALIGNED = 65,
  // Call: a length of more than `PTRDIFF_MAX` bytes.
  PLACEMAT_ERROR_TOO_LONG = 66,
  // Call: source and destination overlap.
  PLACEMAT_ERROR_OVERLAP = 67,
  // Call: an unknown encoding, or no conversion between these two.
  PLACEMAT_ERROR_NO_CONVERSION = 68,
  // Call: an object that does not begin with the tag of its type, as one that was not initialised rarely does. What
  // follows the tag is not checked.
  PLACEMAT_ERROR_NOT_INITIALISED = 69,
  // Backend: this library has no backend of this name.
  PLACEMAT_ERROR_NO_BACKEND = 80,
  // Backend: this CPU does not support it.
  PLACEMAT_ERROR_UNSUPPORTED = 81,
  // Backend: another one is already active.
  PLACEMAT_ERROR_ALREADY_ACTIVE = 82,
} placemat_error;

// The encodings of `placemat_convert`. The numbers never change.
typedef enum placemat_encoding {
  // UTF-8, in bytes.
  PLACEMAT_ENCODING_UTF8 = 1,
  // UTF-16 in native byte order, in 16-bit units.
  PLACEMAT_ENCODING_UTF16 = 2,
  // UTF-16LE, in bytes: the length may be odd, and the pointer need not be aligned.
  PLACEMAT_ENCODING_UTF16LE = 3,
  // UTF-16BE, in bytes.
  PLACEMAT_ENCODING_UTF16BE = 4,
  // UTF-32 in native byte order, in 32-bit units.
  PLACEMAT_ENCODING_UTF32 = 5,
  // UTF-32LE, in bytes.
  PLACEMAT_ENCODING_UTF32LE = 6,
  // UTF-32BE, in bytes.
  PLACEMAT_ENCODING_UTF32BE = 7,
  // Latin-1, in bytes.
  PLACEMAT_ENCODING_LATIN1 = 8,
} placemat_encoding;

// The result of a validation, or of the conversion of a whole text.
typedef struct placemat_result {
  // Success, or the kind of error.
  enum placemat_error error;
  // On success, the length of the input or, of a conversion, the number of units written. On error, the number
  // of valid units before it.
  size_t count;
  // Length of the invalid sequence in units, 1 to 3, which one U+FFFD would replace. 0 on success, and if the
  // error is not in the text.
  size_t error_len;
} placemat_result;

// The result of validating a column of strings: the first row with an error.
typedef struct placemat_rows {
  // Success, or the kind of error.
  enum placemat_error error;
  // Index of that row.
  size_t row;
  // If the row is not UTF-8, the number of valid bytes before its error. On success of
  // `placemat_validate_lengths` and `placemat_validate_prefixed`, the number of bytes that the rows take; on success
  // of `placemat_nullify_...`, the number of bits that were cleared.
  size_t count;
  // If the row is not UTF-8, the length of the invalid sequence, 1 to 3; 0 if the row ends inside a character.
  size_t error_len;
} placemat_rows;

// A buffer that views point into, for `placemat_validate_views`.
typedef struct placemat_buffer {
  // Its first byte.
  const char *data;
  // Its length in bytes.
  size_t len;
} placemat_buffer;

// The result of repairing a column of strings.
typedef struct placemat_repaired {
  // Success; `PLACEMAT_ERROR_OUTPUT_FULL` if `dst` is too short; or the error of the column, which is not in its text.
  enum placemat_error error;
  // Index of the row with that error.
  size_t row;
  // The number of bytes that `dst` must have, of which all are written on success.
  size_t count;
  // The number of invalid rows. If it is 0, nothing is written: the column is valid as it is.
  size_t replaced;
} placemat_repaired;

// The result of one call of `placemat_convert`.
typedef struct placemat_converted {
  // Success if the whole source was converted; otherwise the reason why the conversion stopped.
  enum placemat_error error;
  // Units read from the source.
  size_t read;
  // Units written to the destination.
  size_t written;
  // Length of the invalid sequence in units of the source; 0 if the error is not one.
  size_t error_len;
  // With `PLACEMAT_ERROR_UNMAPPABLE`, the character that the target encoding lacks; otherwise 0.
  uint32_t character;
} placemat_converted;

// What valid UTF-8 contains.
typedef struct placemat_counts {
  // Number of characters, which is the length in UTF-32 and, with `is_latin1`, in Latin-1.
  size_t characters;
  // Length in 16-bit units of UTF-16.
  size_t utf16_length;
  // Whether all characters are at most U+00FF.
  bool is_latin1;
  // Whether all characters are ASCII, U+0000..U+007F.
  bool is_ascii;
} placemat_counts;

// A line and a column, as in the Language Server Protocol: both count from 0, columns in 16-bit units of UTF-16, and
// lines end with LF, CR or CR LF.
typedef struct placemat_line_column {
  // Number of line ends before the position.
  size_t line;
  // Distance from the start of the line.
  size_t column;
} placemat_line_column;

// A validator for UTF-8 that arrives in chunks. Create it with `placemat_stream_new`. It owns no resources: it may
// be copied, and need not be freed. Its fields are private.
typedef struct placemat_stream {
  uint64_t tag;
  uint64_t state[11];
} placemat_stream;

// The first error in a stream.
typedef struct placemat_stream_result {
  // Success, or the kind of error.
  enum placemat_error error;
  // Offset of the error from the start of the stream, in bytes.
  uint64_t offset;
  // Length of the invalid sequence in bytes, 1 to 3.
  size_t error_len;
} placemat_stream_result;

// The summary of a piece of text, which may begin and end inside a character. Merging the summaries of adjacent
// pieces, in any grouping, gives the summary of the whole. It owns no resources and may be copied; its fields are
// private. All zeros (`placemat_summary whole = {0};`) is the summary of an empty text.
typedef struct placemat_summary {
  uint64_t tag;
  uint64_t state[79];
} placemat_summary;

// One of the first errors in a text.
typedef struct placemat_placed_error {
  // The kind of error; success in the unused entries of `first_errors`.
  enum placemat_error error;
  // Offset from the start of the text, in bytes.
  uint64_t offset;
  // Line, counted from 1. A line ends with U+000A.
  uint64_t line;
  // Column, counted from 1: each character and each invalid sequence counts 1.
  uint64_t column;
  // Length of the invalid sequence in bytes, 1 to 3.
  size_t error_len;
} placemat_placed_error;

// Counts of a whole text, and its first errors.
typedef struct placemat_totals {
  // Length in bytes.
  uint64_t bytes;
  // Number of characters, which are the valid sequences.
  uint64_t characters;
  // Number of U+000A.
  uint64_t line_feeds;
  // Number of invalid sequences.
  uint64_t errors;
  // Number of invalid sequences of each kind, indexed by `placemat_error`.
  uint64_t errors_by_kind[8];
  // Number of bytes in invalid sequences.
  uint64_t invalid_bytes;
  // Number of lines with at least one error.
  uint64_t bad_lines;
  // The first errors, in the order of the text.
  struct placemat_placed_error first_errors[8];
} placemat_totals;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the name of the active backend. If none is active yet, selects the default one. Never NULL.
const char *placemat_active_backend(void);

// Returns the name of the backend with this index, in order of preference. NULL if there are not that many.
const char *placemat_backend_name(size_t index);

// Returns success if this machine can run the backend; otherwise `PLACEMAT_ERROR_NO_BACKEND` or
// `PLACEMAT_ERROR_UNSUPPORTED`.
enum placemat_error placemat_backend_supported(const char *name);

// Makes this backend the active one. Call it before any other function: the first call selects the default
// backend, and then this function returns `PLACEMAT_ERROR_ALREADY_ACTIVE` for every other one.
enum placemat_error placemat_install_backend(const char *name);

// Like `placemat_validate_utf8_with_errors`, with this backend instead of the active one.
struct placemat_result placemat_validate_utf8_with_backend(const char *name, const char *buf, size_t len);

// Returns the version of the library, such as "0.1.0". Never NULL.
const char *placemat_version(void);

// Validates Arrow's strings (`Utf8`): row `i` is `values[offsets[i]..offsets[i + 1]]`, so that `count` offsets
// delimit `count - 1` rows. Each row must be valid UTF-8 on its own.
struct placemat_rows placemat_validate_offsets32(const int32_t *offsets,
                                                 size_t count,
                                                 const char *values,
                                                 size_t len);

// Like `placemat_validate_offsets32`, for Arrow's large strings (`LargeUtf8`).
struct placemat_rows placemat_validate_offsets64(const int64_t *offsets,
                                                 size_t count,
                                                 const char *values,
                                                 size_t len);

// Validates the values of Parquet's `DELTA_LENGTH_BYTE_ARRAY`: `count` rows of these lengths in bytes, stored one
// after another from the start of `values`.
struct placemat_rows placemat_validate_lengths(const int32_t *lengths,
                                               size_t count,
                                               const char *values,
                                               size_t len);

// Validates the values of Parquet's `PLAIN`: `count` rows, stored one after another from the start of `data`, each
// preceded by its length as a 32-bit little-endian number.
struct placemat_rows placemat_validate_prefixed(const char *data,
                                                size_t len,
                                                size_t count);

// Validates Arrow's string views (`Utf8View`): `count` views of 16 bytes each. `views` need not be aligned.
struct placemat_rows placemat_validate_views(const void *views,
                                             size_t count,
                                             const struct placemat_buffer *buffers,
                                             size_t buffer_count);

// Makes invalid rows null: clears their bits in `validity`, a bitmap of `validity_len` bytes in Arrow's layout
// (row `i` is bit `i % 8` of byte `i / 8`; 1 means valid). Set all its bits before, and it marks exactly the valid
// rows. `count` of the result is the number of cleared bits. Invalid text is no error. After another error of the
// column, rows before it have been made null. The other arguments are those of `placemat_validate_offsets32`.
struct placemat_rows placemat_nullify_offsets32(const int32_t *offsets,
                                                size_t count,
                                                const char *values,
                                                size_t len,
                                                uint8_t *validity,
                                                size_t validity_len);

// Like `placemat_nullify_offsets32`, for Arrow's large strings (`LargeUtf8`).
struct placemat_rows placemat_nullify_offsets64(const int64_t *offsets,
                                                size_t count,
                                                const char *values,
                                                size_t len,
                                                uint8_t *validity,
                                                size_t validity_len);

// Like `placemat_nullify_offsets32`, for the arguments of `placemat_validate_lengths`.
struct placemat_rows placemat_nullify_lengths(const int32_t *lengths,
                                              size_t count,
                                              const char *values,
                                              size_t len,
                                              uint8_t *validity,
                                              size_t validity_len);

// Like `placemat_nullify_offsets32`, for the arguments of `placemat_validate_views`.
struct placemat_rows placemat_nullify_views(const void *views,
                                            size_t count,
                                            const struct placemat_buffer *buffers,
                                            size_t buffer_count,
                                            uint8_t *validity,
                                            size_t validity_len);

// Replaces each invalid sequence of each row by U+FFFD, row by row. If a row is invalid, writes the new offsets,
// which begin with 0, to `new_offsets`, which has space for `count`, and the new values to `dst`. Three times
// `len` bytes always suffice for `dst`; or call with `dst_len` 0 for the length first, which takes as long.
// `new_offsets` and `dst` may be `offsets` and `values`, but must not overlap each other. On error, nothing is
// written. The other arguments are those of `placemat_validate_offsets32`.
struct placemat_repaired placemat_repair_offsets32(const int32_t *offsets,
                                                   size_t count,
                                                   const char *values,
                                                   size_t len,
                                                   int32_t *new_offsets,
                                                   char *dst,
                                                   size_t dst_len);

// Like `placemat_repair_offsets32`, for Arrow's large strings (`LargeUtf8`).
struct placemat_repaired placemat_repair_offsets64(const int64_t *offsets,
                                                   size_t count,
                                                   const char *values,
                                                   size_t len,
                                                   int64_t *new_offsets,
                                                   char *dst,
                                                   size_t dst_len);

// Like `placemat_repair_offsets32`, for the arguments of `placemat_validate_lengths`.
struct placemat_repaired placemat_repair_lengths(const int32_t *lengths,
                                                 size_t count,
                                                 const char *values,
                                                 size_t len,
                                                 int32_t *new_lengths,
                                                 char *dst,
                                                 size_t dst_len);

// Like `placemat_repair_offsets32`, for the arguments of `placemat_validate_views`. Writes `count` views to `new_views`.
// Repaired rows of more than 12 bytes are in `dst`, which is their buffer number `buffer_count`.
struct placemat_repaired placemat_repair_views(const void *views,
                                               size_t count,
                                               const struct placemat_buffer *buffers,
                                               size_t buffer_count,
                                               void *new_views,
                                               char *dst,
                                               size_t dst_len);

// Converts as much of `source` as fits into `dst`, between any two encodings except from UTF-8 to UTF-8. Lengths are in
// units of the encodings. `options` is 0 or a combination of `PLACEMAT_LOSSY` and `PLACEMAT_CHUNK`; other bits are ignored.
//
// The destination may have any length: after `PLACEMAT_ERROR_OUTPUT_FULL`, call again with the rest of the source,
// from `read` on, and more space (four units hold any character). The function may overwrite the rest of `dst`
// after `written` units. Source and destination must not overlap.
struct placemat_converted placemat_convert(uint32_t from,
                                           const void *source,
                                           size_t source_len,
                                           uint32_t to,
                                           void *dst,
                                           size_t dst_len,
                                           uint32_t options);

// Returns a description of the error. Never NULL; an unknown number has a description too.
const char *placemat_error_message(uint32_t error);

// Validates UTF-8 like `placemat_validate_utf8_with_errors`, and counts what it contains in the same pass. On error,
// `counts` is left unchanged.
struct placemat_result placemat_validate_utf8_with_counts(const char *buf,
                                                          size_t len,
                                                          struct placemat_counts *counts);

// Returns the number of characters of UTF-8.
size_t placemat_count_utf8(const char *input, size_t length);

// Returns the length of UTF-8 in 16-bit units of UTF-16.
size_t placemat_utf16_length_from_utf8(const char *input, size_t length);

// Returns the length of UTF-8 in 32-bit units of UTF-32, which is the number of characters.
size_t placemat_utf32_length_from_utf8(const char *input, size_t length);

// Returns the length of UTF-8 in bytes of Latin-1, if Latin-1 has all its characters.
size_t placemat_latin1_length_from_utf8(const char *input, size_t length);

// Returns the length of UTF-16 in bytes of UTF-8.
size_t placemat_utf8_length_from_utf16(const char16_t *input, size_t length);

// Returns the length of little-endian UTF-16 in bytes of UTF-8.
size_t placemat_utf8_length_from_utf16le(const char16_t *input, size_t length);

// Returns the length of big-endian UTF-16 in bytes of UTF-8.
size_t placemat_utf8_length_from_utf16be(const char16_t *input, size_t length);

// Returns the length of UTF-32 in bytes of UTF-8.
size_t placemat_utf8_length_from_utf32(const char32_t *input, size_t length);

// Returns the length of Latin-1 in bytes of UTF-8.
size_t placemat_utf8_length_from_latin1(const char *input, size_t length);

// Returns the length of UTF-16 in 32-bit units of UTF-32, which is the number of characters.
size_t placemat_utf32_length_from_utf16(const char16_t *input, size_t length);

// Returns the length of little-endian UTF-16 in 32-bit units of UTF-32.
size_t placemat_utf32_length_from_utf16le(const char16_t *input, size_t length);

// Returns the length of big-endian UTF-16 in 32-bit units of UTF-32.
size_t placemat_utf32_length_from_utf16be(const char16_t *input, size_t length);

// Returns the length of UTF-32 in 16-bit units of UTF-16.
size_t placemat_utf16_length_from_utf32(const char32_t *input, size_t length);

// Returns the exact length of any bytes in 16-bit units of UTF-16, converted with `PLACEMAT_LOSSY`.
size_t placemat_utf16_length_from_utf8_with_replacement(const char *input, size_t length);

// Returns the exact length of any 16-bit units in bytes of UTF-8, converted with `PLACEMAT_LOSSY`.
size_t placemat_utf8_length_from_utf16_with_replacement(const char16_t *input, size_t length);

// Like `placemat_convert_utf8_to_utf16_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf8_to_utf16(const char *input,
                                      size_t length,
                                      char16_t *output);

// Converts UTF-8 to UTF-16. `output` must have space for `placemat_utf16_length_from_utf8` units.
struct placemat_result placemat_convert_utf8_to_utf16_with_errors(const char *input,
                                                                  size_t length,
                                                                  char16_t *output);

// Like `placemat_convert_utf8_to_utf16le_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf8_to_utf16le(const char *input,
                                        size_t length,
                                        char16_t *output);

// Converts UTF-8 to little-endian UTF-16. `output` must have space for `placemat_utf16_length_from_utf8` units.
struct placemat_result placemat_convert_utf8_to_utf16le_with_errors(const char *input,
                                                                    size_t length,
                                                                    char16_t *output);

// Like `placemat_convert_utf8_to_utf16be_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf8_to_utf16be(const char *input,
                                        size_t length,
                                        char16_t *output);

// Converts UTF-8 to big-endian UTF-16. `output` must have space for `placemat_utf16_length_from_utf8` units.
struct placemat_result placemat_convert_utf8_to_utf16be_with_errors(const char *input,
                                                                    size_t length,
                                                                    char16_t *output);

// Like `placemat_convert_utf8_to_utf32_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf8_to_utf32(const char *input,
                                      size_t length,
                                      char32_t *output);

// Converts UTF-8 to UTF-32. `output` must have space for `placemat_utf32_length_from_utf8` units.
struct placemat_result placemat_convert_utf8_to_utf32_with_errors(const char *input,
                                                                  size_t length,
                                                                  char32_t *output);

// Like `placemat_convert_utf8_to_latin1_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf8_to_latin1(const char *input,
                                       size_t length,
                                       char *output);

// Converts UTF-8 to Latin-1. `output` must have space for `placemat_latin1_length_from_utf8` units.
struct placemat_result placemat_convert_utf8_to_latin1_with_errors(const char *input,
                                                                   size_t length,
                                                                   char *output);

// Like `placemat_convert_utf16_to_utf8_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf16_to_utf8(const char16_t *input,
                                      size_t length,
                                      char *output);

// Converts UTF-16 to UTF-8. `output` must have space for `placemat_utf8_length_from_utf16` units.
struct placemat_result placemat_convert_utf16_to_utf8_with_errors(const char16_t *input,
                                                                  size_t length,
                                                                  char *output);

// Like `placemat_convert_utf16le_to_utf8_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf16le_to_utf8(const char16_t *input,
                                        size_t length,
                                        char *output);

// Converts little-endian UTF-16 to UTF-8. `output` must have space for `placemat_utf8_length_from_utf16le` units.
struct placemat_result placemat_convert_utf16le_to_utf8_with_errors(const char16_t *input,
                                                                    size_t length,
                                                                    char *output);

// Like `placemat_convert_utf16be_to_utf8_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf16be_to_utf8(const char16_t *input,
                                        size_t length,
                                        char *output);

// Converts big-endian UTF-16 to UTF-8. `output` must have space for `placemat_utf8_length_from_utf16be` units.
struct placemat_result placemat_convert_utf16be_to_utf8_with_errors(const char16_t *input,
                                                                    size_t length,
                                                                    char *output);

// Like `placemat_convert_utf32_to_utf8_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf32_to_utf8(const char32_t *input,
                                      size_t length,
                                      char *output);

// Converts UTF-32 to UTF-8. `output` must have space for `placemat_utf8_length_from_utf32` units.
struct placemat_result placemat_convert_utf32_to_utf8_with_errors(const char32_t *input,
                                                                  size_t length,
                                                                  char *output);

// Like `placemat_convert_latin1_to_utf8_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_latin1_to_utf8(const char *input,
                                       size_t length,
                                       char *output);

// Converts Latin-1 to UTF-8. `output` must have space for `placemat_utf8_length_from_latin1` units.
struct placemat_result placemat_convert_latin1_to_utf8_with_errors(const char *input,
                                                                   size_t length,
                                                                   char *output);

// Like `placemat_convert_utf16_to_utf32_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf16_to_utf32(const char16_t *input,
                                       size_t length,
                                       char32_t *output);

// Converts UTF-16 to UTF-32. `output` must have space for `placemat_utf32_length_from_utf16` units.
struct placemat_result placemat_convert_utf16_to_utf32_with_errors(const char16_t *input,
                                                                   size_t length,
                                                                   char32_t *output);

// Like `placemat_convert_utf16le_to_utf32_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf16le_to_utf32(const char16_t *input,
                                         size_t length,
                                         char32_t *output);

// Converts little-endian UTF-16 to UTF-32. `output` must have space for `placemat_utf32_length_from_utf16le` units.
struct placemat_result placemat_convert_utf16le_to_utf32_with_errors(const char16_t *input,
                                                                     size_t length,
                                                                     char32_t *output);

// Like `placemat_convert_utf16be_to_utf32_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf16be_to_utf32(const char16_t *input,
                                         size_t length,
                                         char32_t *output);

// Converts big-endian UTF-16 to UTF-32. `output` must have space for `placemat_utf32_length_from_utf16be` units.
struct placemat_result placemat_convert_utf16be_to_utf32_with_errors(const char16_t *input,
                                                                     size_t length,
                                                                     char32_t *output);

// Like `placemat_convert_utf32_to_utf16_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf32_to_utf16(const char32_t *input,
                                       size_t length,
                                       char16_t *output);

// Converts UTF-32 to UTF-16. `output` must have space for `placemat_utf16_length_from_utf32` units.
struct placemat_result placemat_convert_utf32_to_utf16_with_errors(const char32_t *input,
                                                                   size_t length,
                                                                   char16_t *output);

// Like `placemat_convert_utf32_to_utf16le_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf32_to_utf16le(const char32_t *input,
                                         size_t length,
                                         char16_t *output);

// Converts UTF-32 to little-endian UTF-16. `output` must have space for `placemat_utf16_length_from_utf32` units.
struct placemat_result placemat_convert_utf32_to_utf16le_with_errors(const char32_t *input,
                                                                     size_t length,
                                                                     char16_t *output);

// Like `placemat_convert_utf32_to_utf16be_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf32_to_utf16be(const char32_t *input,
                                         size_t length,
                                         char16_t *output);

// Converts UTF-32 to big-endian UTF-16. `output` must have space for `placemat_utf16_length_from_utf32` units.
struct placemat_result placemat_convert_utf32_to_utf16be_with_errors(const char32_t *input,
                                                                     size_t length,
                                                                     char16_t *output);

// Like `placemat_convert_utf16_to_latin1_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf16_to_latin1(const char16_t *input,
                                        size_t length,
                                        char *output);

// Converts UTF-16 to Latin-1. `output` must have space for `length` bytes.
struct placemat_result placemat_convert_utf16_to_latin1_with_errors(const char16_t *input,
                                                                    size_t length,
                                                                    char *output);

// Like `placemat_convert_utf16le_to_latin1_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf16le_to_latin1(const char16_t *input,
                                          size_t length,
                                          char *output);

// Converts little-endian UTF-16 to Latin-1. `output` must have space for `length` bytes.
struct placemat_result placemat_convert_utf16le_to_latin1_with_errors(const char16_t *input,
                                                                      size_t length,
                                                                      char *output);

// Like `placemat_convert_utf16be_to_latin1_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf16be_to_latin1(const char16_t *input,
                                          size_t length,
                                          char *output);

// Converts big-endian UTF-16 to Latin-1. `output` must have space for `length` bytes.
struct placemat_result placemat_convert_utf16be_to_latin1_with_errors(const char16_t *input,
                                                                      size_t length,
                                                                      char *output);

// Like `placemat_convert_latin1_to_utf16_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_latin1_to_utf16(const char *input,
                                        size_t length,
                                        char16_t *output);

// Converts Latin-1 to UTF-16. `output` must have space for `length` units.
struct placemat_result placemat_convert_latin1_to_utf16_with_errors(const char *input,
                                                                    size_t length,
                                                                    char16_t *output);

// Like `placemat_convert_latin1_to_utf16le_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_latin1_to_utf16le(const char *input,
                                          size_t length,
                                          char16_t *output);

// Converts Latin-1 to little-endian UTF-16. `output` must have space for `length` units.
struct placemat_result placemat_convert_latin1_to_utf16le_with_errors(const char *input,
                                                                      size_t length,
                                                                      char16_t *output);

// Like `placemat_convert_latin1_to_utf16be_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_latin1_to_utf16be(const char *input,
                                          size_t length,
                                          char16_t *output);

// Converts Latin-1 to big-endian UTF-16. `output` must have space for `length` units.
struct placemat_result placemat_convert_latin1_to_utf16be_with_errors(const char *input,
                                                                      size_t length,
                                                                      char16_t *output);

// Like `placemat_convert_utf32_to_latin1_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_utf32_to_latin1(const char32_t *input,
                                        size_t length,
                                        char *output);

// Converts UTF-32 to Latin-1. `output` must have space for `length` bytes.
struct placemat_result placemat_convert_utf32_to_latin1_with_errors(const char32_t *input,
                                                                    size_t length,
                                                                    char *output);

// Like `placemat_convert_latin1_to_utf32_with_errors`, but returns only the number of units written, or 0 on error.
size_t placemat_convert_latin1_to_utf32(const char *input,
                                        size_t length,
                                        char32_t *output);

// Converts Latin-1 to UTF-32. `output` must have space for `length` units.
struct placemat_result placemat_convert_latin1_to_utf32_with_errors(const char *input,
                                                                    size_t length,
                                                                    char32_t *output);

// Finds the line and the column of the byte at `offset`; an invalid sequence counts as one unit. Returns false, and
// leaves `found` unchanged, if no character or invalid sequence begins or ends there.
bool placemat_line_column_from_offset_utf8(const char *input,
                                           size_t length,
                                           size_t offset,
                                           struct placemat_line_column *found);

// Finds the offset in bytes of a line and a column. Returns false, and leaves `found` unchanged, if there is none.
bool placemat_offset_from_line_column_utf8(const char *input,
                                           size_t length,
                                           struct placemat_line_column place,
                                           size_t *found);

// Creates a validator at the start of a stream.
struct placemat_stream placemat_stream_new(void);

// Validates the next chunk, which may have any length and may begin or end inside a character. After an error every
// call returns the same error, until `placemat_stream_finish`.
struct placemat_stream_result placemat_stream_feed(struct placemat_stream *stream,
                                                   const char *chunk,
                                                   size_t len);

// Ends the stream and resets the validator. Returns the first error; a stream that ends inside a character is one.
struct placemat_stream_result placemat_stream_finish(struct placemat_stream *stream);

// Returns whether the stream would be valid if it ended here.
bool placemat_stream_is_complete(struct placemat_stream *stream);

// Summarises a piece. If the call is invalid, such as NULL with a length other than 0, returns the summary of an
// empty text.
struct placemat_summary placemat_summary_of(const char *piece,
                                            size_t len);

// Appends the summary of the next piece to `whole`. If one of the two does not begin with the tag of a
// summary, returns `PLACEMAT_ERROR_NOT_INITIALISED` and leaves `whole` unchanged.
enum placemat_error placemat_summary_merge(struct placemat_summary *whole,
                                           const struct placemat_summary *next);

// Writes the totals of a text after all of its pieces have been merged. If the summary does not begin
// with the tag of one, returns `PLACEMAT_ERROR_NOT_INITIALISED` and writes nothing.
enum placemat_error placemat_summary_finish(const struct placemat_summary *summary,
                                            struct placemat_totals *totals);

// Returns whether the bytes are valid UTF-8 (RFC 3629, section 4).
bool placemat_validate_utf8(const char *buf, size_t len);

// Validates UTF-8, and returns the position, length and kind of the first error.
struct placemat_result placemat_validate_utf8_with_errors(const char *buf, size_t len);

// Returns whether all bytes are ASCII, 00..7F.
bool placemat_validate_ascii(const char *buf, size_t len);

// Validates ASCII, and returns the position of the first other byte.
struct placemat_result placemat_validate_ascii_with_errors(const char *buf, size_t len);

// Returns the length without an incomplete character at the end, which is at most three bytes shorter. Use it to
// process input in chunks. Only bytes that more input could complete are left out; other errors remain.
size_t placemat_trim_partial_utf8(const char *input,
                                  size_t length);

// Returns whether the units are valid UTF-16 in native byte order (RFC 2781, section 2.2).
bool placemat_validate_utf16(const char16_t *buf, size_t len);

// Validates UTF-16, and returns the position, length and kind of the first error.
struct placemat_result placemat_validate_utf16_with_errors(const char16_t *buf, size_t len);

// Like `placemat_validate_utf16`, in little-endian byte order.
bool placemat_validate_utf16le(const char16_t *buf, size_t len);

// Like `placemat_validate_utf16_with_errors`, in little-endian byte order.
struct placemat_result placemat_validate_utf16le_with_errors(const char16_t *buf, size_t len);

// Like `placemat_validate_utf16`, in big-endian byte order.
bool placemat_validate_utf16be(const char16_t *buf, size_t len);

// Like `placemat_validate_utf16_with_errors`, in big-endian byte order.
struct placemat_result placemat_validate_utf16be_with_errors(const char16_t *buf, size_t len);

// Returns whether the units are valid UTF-32 in native byte order: no surrogates, and none above 10FFFF.
bool placemat_validate_utf32(const char32_t *buf, size_t len);

// Validates UTF-32, and returns the position and kind of the first error.
struct placemat_result placemat_validate_utf32_with_errors(const char32_t *buf, size_t len);

// Copies `len` units of UTF-16 in native byte order, replaces each lone surrogate by U+FFFD, and returns the
// number of replacements. `output` must have space for `len` units, and may overlap `input` or be the same. If a
// pointer is NULL or misaligned, writes nothing and returns 0.
size_t placemat_to_well_formed_utf16(const char16_t *input,
                                     size_t len,
                                     char16_t *output);

// Like `placemat_to_well_formed_utf16`, in little-endian byte order.
size_t placemat_to_well_formed_utf16le(const char16_t *input, size_t len, char16_t *output);

// Like `placemat_to_well_formed_utf16`, in big-endian byte order.
size_t placemat_to_well_formed_utf16be(const char16_t *input, size_t len, char16_t *output);

// Copies `length` units of UTF-16, valid or not, in the other byte order. `output` must have space for as many units,
// and may overlap `input` or be the same. If a pointer is NULL or misaligned, writes nothing.
void placemat_change_endianness_utf16(const char16_t *input,
                                      size_t length,
                                      char16_t *output);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PLACEMAT_H */
