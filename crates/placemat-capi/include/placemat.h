// placemat: UTF-8 (RFC 3629), from C and C++.
//
// Everything that takes a pointer and a length rests on these promises of the caller, and on nothing else:
//
// - A pointer with a length that is not 0 is NULL (which is refused), or that many units can be read there (and
//   written, where it is not const), and no other thread writes to them meanwhile. With a length of 0 it may be
//   anything: empty input is valid.
// - The name of a backend ends with a NUL.
// - An object (a stream, a summary) is one that this library has made, a copy of it, or zeros.
//
// Lengths and positions are in units of the encoding: bytes, 16-bit or 32-bit numbers. All functions but those
// on one and the same object can be called from any thread. Nothing allocates memory that you must free, nothing
// sets errno, no function calls back, and no exception or panic crosses. Link with -lplacemat; `pkg-config
// --libs --static placemat` says what a static program needs in addition.

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

// For `placemat_convert`: put U+FFFD in place of what is invalid, and in Latin-1 a question mark in place
// of that and of characters that it does not have.
#define PLACEMAT_LOSSY 1

// For `placemat_convert`: more comes after this source. A character that its end cuts off is no error.
#define PLACEMAT_CHUNK 2

// What is wrong. The numbers are promised: they never change, and new ones may be added.
typedef enum placemat_error {
  // Nothing.
  PLACEMAT_ERROR_SUCCESS = 0,
  // UTF-8: a continuation byte, 80..BF, where a sequence must begin.
  PLACEMAT_ERROR_UNEXPECTED_CONTINUATION = 1,
  // UTF-8: a longer encoding than the scalar value needs.
  PLACEMAT_ERROR_OVERLONG = 2,
  // UTF-8: an encoded surrogate. UTF-32: a surrogate.
  PLACEMAT_ERROR_SURROGATE = 3,
  // UTF-8, UTF-32: above U+10FFFF.
  PLACEMAT_ERROR_OUT_OF_RANGE = 4,
  // UTF-8: FE or FF.
  PLACEMAT_ERROR_INVALID_BYTE = 5,
  // UTF-8: a sequence that is broken off before another byte.
  PLACEMAT_ERROR_MISSING_CONTINUATION = 6,
  // The input ends inside a character that could still have become valid.
  PLACEMAT_ERROR_TRUNCATED = 7,
  // UTF-16: a high surrogate without a low one after it.
  PLACEMAT_ERROR_LONE_HIGH = 8,
  // UTF-16: a low surrogate without a high one before it.
  PLACEMAT_ERROR_LONE_LOW = 9,
  // A byte from 80 on in what is to be ASCII.
  PLACEMAT_ERROR_NOT_ASCII = 10,
  // A conversion: the target encoding does not have the character.
  PLACEMAT_ERROR_UNMAPPABLE = 32,
  // A conversion: the next character does not fit. Go on with a longer destination.
  PLACEMAT_ERROR_OUTPUT_FULL = 33,
  // A conversion of a chunk: its end cuts off a character. Go on with what is left and the next chunk.
  PLACEMAT_ERROR_INCOMPLETE = 34,
  // A batch: a row ends before it begins.
  PLACEMAT_ERROR_NOT_ASCENDING = 48,
  // A batch: a row is not inside the buffer, or there is no such buffer.
  PLACEMAT_ERROR_OUT_OF_BOUNDS = 49,
  // A batch: the view of a short row has something other than zeros after the row.
  PLACEMAT_ERROR_PADDING = 50,
  // A batch: the view of a long row does not have the row's first four bytes.
  PLACEMAT_ERROR_PREFIX = 51,
  // A call: NULL, with a length that is not 0.
  PLACEMAT_ERROR_NULL_POINTER = 64,
  // A call: a pointer to units that is not aligned for them.
  PLACEMAT_ERROR_MISALIGNED = 65,
  // A call: a length that no object in memory has.
  PLACEMAT_ERROR_TOO_LONG = 66,
  // A call: source and destination have bytes in common.
  PLACEMAT_ERROR_OVERLAP = 67,
  // A call: no such encoding, or no conversion between these two.
  PLACEMAT_ERROR_NO_CONVERSION = 68,
  // A call: an object that was not initialised, or has been overwritten.
  PLACEMAT_ERROR_NOT_INITIALISED = 69,
  // A backend: there is none of this name in this library.
  PLACEMAT_ERROR_NO_BACKEND = 80,
  // A backend: this processor cannot run it.
  PLACEMAT_ERROR_UNSUPPORTED = 81,
  // A backend: another one is in use already.
  PLACEMAT_ERROR_ALREADY_ACTIVE = 82,
} placemat_error;

// Encodings, for `placemat_convert`. The numbers are promised.
typedef enum placemat_encoding {
  // UTF-8. Its units are bytes.
  PLACEMAT_ENCODING_UTF8 = 1,
  // UTF-16 in the machine's byte order. Its units are 16-bit numbers.
  PLACEMAT_ENCODING_UTF16 = 2,
  // UTF-16LE. Its units are bytes, in any number, at any address.
  PLACEMAT_ENCODING_UTF16LE = 3,
  // UTF-16BE. Its units are bytes.
  PLACEMAT_ENCODING_UTF16BE = 4,
  // UTF-32 in the machine's byte order. Its units are 32-bit numbers.
  PLACEMAT_ENCODING_UTF32 = 5,
  // UTF-32LE. Its units are bytes.
  PLACEMAT_ENCODING_UTF32LE = 6,
  // UTF-32BE. Its units are bytes.
  PLACEMAT_ENCODING_UTF32BE = 7,
  // Latin-1. Its units are bytes.
  PLACEMAT_ENCODING_LATIN1 = 8,
} placemat_encoding;

// The result of a validation or of a whole conversion.
typedef struct placemat_result {
  // What is wrong, or success.
  enum placemat_error error;
  // With success the units of the input, or the units that were written by a conversion. Otherwise the
  // units of the input before the error.
  size_t count;
  // The units of the ill-formed sequence, 1 to 3: what one U+FFFD replaces. 0 with success, and where the
  // error is not in the input.
  size_t error_len;
} placemat_result;

// The first row that something is wrong with.
typedef struct placemat_rows {
  // What is wrong, or success.
  enum placemat_error error;
  // How many rows come before it.
  size_t row;
  // The bytes of the row before its error, if it is not UTF-8. With success of rows that have no offsets:
  // how many bytes of the buffer they take.
  size_t count;
  // The bytes of the ill-formed sequence, 1 to 3, if it is not UTF-8; 0 where the row ends inside a character.
  size_t error_len;
} placemat_rows;

// Bytes somewhere, for `placemat_validate_views`.
typedef struct placemat_buffer {
  // The first of them.
  const char *data;
  // How many.
  size_t len;
} placemat_buffer;

// What a conversion did. Positions are relative to this call's source.
typedef struct placemat_converted {
  // Success if all of the source is converted; otherwise why it stopped.
  enum placemat_error error;
  // The units of the source that are converted.
  size_t read;
  // The units that are written.
  size_t written;
  // The units of the ill-formed sequence, if that is why.
  size_t error_len;
  // The character that the target does not have, if that is why.
  uint32_t character;
} placemat_converted;

// What is known of a stream of UTF-8 so far. It lives where you put it, holds no memory, may be copied, and
// needs no end. Make one with `placemat_stream_new`; its fields are the library's.
typedef struct placemat_stream {
  uint64_t tag;
  uint64_t state[11];
} placemat_stream;

// What a stream has found.
typedef struct placemat_stream_result {
  // What is wrong, or success.
  enum placemat_error error;
  // The bytes of the whole stream before the error.
  uint64_t offset;
  // The bytes of the ill-formed sequence, 1 to 3.
  size_t error_len;
} placemat_stream_result;

// What is known of one piece of a text, wherever it was cut. Summaries of neighbouring pieces are merged, in
// any grouping, and the result is that of the whole. It holds no memory and may be copied; its fields are the
// library's. Of zeros only (`placemat_summary whole = {0};`) it is that of no bytes.
typedef struct placemat_summary {
  uint64_t tag;
  uint64_t state[79];
} placemat_summary;

// One of the first errors of a text.
typedef struct placemat_placed_error {
  // What is wrong; success where there are fewer errors.
  enum placemat_error error;
  // The bytes before it.
  uint64_t offset;
  // Its line, from 1. A line ends with U+000A.
  uint64_t line;
  // Its place in the line, from 1: characters count one, and so do ill-formed sequences.
  uint64_t column;
  // Its bytes: 1 to 3.
  size_t error_len;
} placemat_placed_error;

// What there is to say about a whole text.
typedef struct placemat_totals {
  // Bytes.
  uint64_t bytes;
  // Characters: valid sequences.
  uint64_t characters;
  // U+000A.
  uint64_t line_feeds;
  // Ill-formed sequences.
  uint64_t errors;
  // Ill-formed sequences of each kind: by the number of the error. The first, for success, is 0.
  uint64_t errors_by_kind[8];
  // Bytes of ill-formed sequences.
  uint64_t invalid_bytes;
  // Lines with at least one error.
  uint64_t bad_lines;
  // The first errors in order.
  struct placemat_placed_error first_errors[8];
} placemat_totals;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The name of the backend that calls are dispatched to, which the first call chooses. Never NULL.
const char *placemat_active_backend(void);

// The name of a backend of this library, the preferred ones first; NULL from the number of backends on.
const char *placemat_backend_name(size_t index);

// Success if this machine can run the backend of this name.
enum placemat_error placemat_backend_supported(const char *name);

// Dispatches all calls to the backend of this name. To be called before anything else.
enum placemat_error placemat_install_backend(const char *name);

// As `placemat_validate_utf8_with_errors`, by the backend of this name.
struct placemat_result placemat_validate_utf8_with_backend(const char *name, const char *buf, size_t len);

// The version of the library, as in "0.1.0". Never NULL.
const char *placemat_version(void);

// Whether row `i`, the bytes from `offsets[i]` to `offsets[i + 1]` of `values`, is UTF-8, for each but the
// last of `count` offsets. (Arrow's strings.)
struct placemat_rows placemat_validate_offsets32(const int32_t *offsets,
                                                 size_t count,
                                                 const char *values,
                                                 size_t len);

// As `placemat_validate_offsets32`. (Arrow's large strings.)
struct placemat_rows placemat_validate_offsets64(const int64_t *offsets,
                                                 size_t count,
                                                 const char *values,
                                                 size_t len);

// Whether each of `count` rows is UTF-8, which lie one after another from the start of `values` on, with these
// lengths in bytes. (Parquet's `DELTA_LENGTH_BYTE_ARRAY`.)
struct placemat_rows placemat_validate_lengths(const int32_t *lengths,
                                               size_t count,
                                               const char *values,
                                               size_t len);

// Whether each of `count` rows is UTF-8, which lie one after another from the start of `data` on, each after
// its length in four bytes, the lowest first. (Parquet's `PLAIN`.)
struct placemat_rows placemat_validate_prefixed(const char *data, size_t len, size_t count);

// Whether each of `count` rows is UTF-8, of which there are views of sixteen bytes each, at any address.
// (Arrow's string views.)
struct placemat_rows placemat_validate_views(const void *views,
                                             size_t count,
                                             const struct placemat_buffer *buffers,
                                             size_t buffer_count);

// Converts as much of `source` as fits into `dst`. One of the two encodings is UTF-8; lengths are in units
// of the encodings. `options` is 0 or a sum of `PLACEMAT_LOSSY` and `PLACEMAT_CHUNK`; other bits are ignored.
//
// A destination of any size will do: if it stops with `PLACEMAT_ERROR_OUTPUT_FULL`, call again with the source from
// `read` on and a longer destination. (Four units hold any character.) The units of the destination after those that are
// written may be overwritten. Source and destination must not overlap.
struct placemat_converted placemat_convert(uint32_t from,
                                           const void *source,
                                           size_t source_len,
                                           uint32_t to,
                                           void *dst,
                                           size_t dst_len,
                                           uint32_t options);

// What an error is, in plain words, for people. Never NULL; a number that is no error has a sentence too.
const char *placemat_error_message(uint32_t error);

// How many characters UTF-8 has. Of invalid input: enough for what comes before the first error.
size_t placemat_count_utf8(const char *input, size_t length);

// How many 16-bit units UTF-8 becomes. Of invalid input: enough for what comes before the first error.
size_t placemat_utf16_length_from_utf8(const char *input, size_t length);

// How many 32-bit units UTF-8 becomes: as many as it has characters. Of invalid input: enough for what comes before the first error.
size_t placemat_utf32_length_from_utf8(const char *input,
                                       size_t length);

// How many bytes of Latin-1 UTF-8 becomes, if Latin-1 has all its characters. Of invalid input: enough for what comes before the first error.
size_t placemat_latin1_length_from_utf8(const char *input,
                                        size_t length);

// How many bytes of UTF-8 units of UTF-16 become. Of invalid input: enough for what comes before the first error.
size_t placemat_utf8_length_from_utf16(const char16_t *input,
                                       size_t length);

// How many bytes of UTF-8 units of UTF-16 in little endian order become. Of invalid input: enough for what comes before the first error.
size_t placemat_utf8_length_from_utf16le(const char16_t *input,
                                         size_t length);

// How many bytes of UTF-8 units of UTF-16 in big endian order become. Of invalid input: enough for what comes before the first error.
size_t placemat_utf8_length_from_utf16be(const char16_t *input,
                                         size_t length);

// How many bytes of UTF-8 units of UTF-32 become. Of invalid input: enough for what comes before the first error.
size_t placemat_utf8_length_from_utf32(const char32_t *input,
                                       size_t length);

// How many bytes of UTF-8 bytes of Latin-1 become. Of invalid input: enough for what comes before the first error.
size_t placemat_utf8_length_from_latin1(const char *input,
                                        size_t length);

// How many 16-bit units any bytes become with `PLACEMAT_LOSSY`: exactly.
size_t placemat_utf16_length_from_utf8_with_replacement(const char *input, size_t length);

// How many bytes of UTF-8 any 16-bit units become with `PLACEMAT_LOSSY`: exactly.
size_t placemat_utf8_length_from_utf16_with_replacement(const char16_t *input, size_t length);

// Converts UTF-8 to UTF-16, and says how many units it has written; 0 where
// `placemat_convert_utf8_to_utf16_with_errors` fails.
size_t placemat_convert_utf8_to_utf16(const char *input, size_t length, char16_t *output);

// Converts UTF-8 to UTF-16. `output` must hold the number of units that
// `placemat_utf16_length_from_utf8` returns.
struct placemat_result placemat_convert_utf8_to_utf16_with_errors(const char *input,
                                                                  size_t length,
                                                                  char16_t *output);

// Converts UTF-8 to UTF-16 in little endian order, and says how many units it has written; 0 where
// `placemat_convert_utf8_to_utf16le_with_errors` fails.
size_t placemat_convert_utf8_to_utf16le(const char *input, size_t length, char16_t *output);

// Converts UTF-8 to UTF-16 in little endian order. `output` must hold the number of units that
// `placemat_utf16_length_from_utf8` returns.
struct placemat_result placemat_convert_utf8_to_utf16le_with_errors(const char *input,
                                                                    size_t length,
                                                                    char16_t *output);

// Converts UTF-8 to UTF-16 in big endian order, and says how many units it has written; 0 where
// `placemat_convert_utf8_to_utf16be_with_errors` fails.
size_t placemat_convert_utf8_to_utf16be(const char *input, size_t length, char16_t *output);

// Converts UTF-8 to UTF-16 in big endian order. `output` must hold the number of units that
// `placemat_utf16_length_from_utf8` returns.
struct placemat_result placemat_convert_utf8_to_utf16be_with_errors(const char *input,
                                                                    size_t length,
                                                                    char16_t *output);

// Converts UTF-8 to UTF-32, and says how many units it has written; 0 where
// `placemat_convert_utf8_to_utf32_with_errors` fails.
size_t placemat_convert_utf8_to_utf32(const char *input, size_t length, char32_t *output);

// Converts UTF-8 to UTF-32. `output` must hold the number of units that
// `placemat_utf32_length_from_utf8` returns.
struct placemat_result placemat_convert_utf8_to_utf32_with_errors(const char *input,
                                                                  size_t length,
                                                                  char32_t *output);

// Converts UTF-8 to Latin-1, and says how many units it has written; 0 where
// `placemat_convert_utf8_to_latin1_with_errors` fails.
size_t placemat_convert_utf8_to_latin1(const char *input, size_t length, char *output);

// Converts UTF-8 to Latin-1. `output` must hold the number of units that
// `placemat_latin1_length_from_utf8` returns.
struct placemat_result placemat_convert_utf8_to_latin1_with_errors(const char *input,
                                                                   size_t length,
                                                                   char *output);

// Converts UTF-16 to UTF-8, and says how many units it has written; 0 where
// `placemat_convert_utf16_to_utf8_with_errors` fails.
size_t placemat_convert_utf16_to_utf8(const char16_t *input, size_t length, char *output);

// Converts UTF-16 to UTF-8. `output` must hold the number of units that
// `placemat_utf8_length_from_utf16` returns.
struct placemat_result placemat_convert_utf16_to_utf8_with_errors(const char16_t *input,
                                                                  size_t length,
                                                                  char *output);

// Converts UTF-16 in little endian order to UTF-8, and says how many units it has written; 0 where
// `placemat_convert_utf16le_to_utf8_with_errors` fails.
size_t placemat_convert_utf16le_to_utf8(const char16_t *input, size_t length, char *output);

// Converts UTF-16 in little endian order to UTF-8. `output` must hold the number of units that
// `placemat_utf8_length_from_utf16le` returns.
struct placemat_result placemat_convert_utf16le_to_utf8_with_errors(const char16_t *input,
                                                                    size_t length,
                                                                    char *output);

// Converts UTF-16 in big endian order to UTF-8, and says how many units it has written; 0 where
// `placemat_convert_utf16be_to_utf8_with_errors` fails.
size_t placemat_convert_utf16be_to_utf8(const char16_t *input, size_t length, char *output);

// Converts UTF-16 in big endian order to UTF-8. `output` must hold the number of units that
// `placemat_utf8_length_from_utf16be` returns.
struct placemat_result placemat_convert_utf16be_to_utf8_with_errors(const char16_t *input,
                                                                    size_t length,
                                                                    char *output);

// Converts UTF-32 to UTF-8, and says how many units it has written; 0 where
// `placemat_convert_utf32_to_utf8_with_errors` fails.
size_t placemat_convert_utf32_to_utf8(const char32_t *input, size_t length, char *output);

// Converts UTF-32 to UTF-8. `output` must hold the number of units that
// `placemat_utf8_length_from_utf32` returns.
struct placemat_result placemat_convert_utf32_to_utf8_with_errors(const char32_t *input,
                                                                  size_t length,
                                                                  char *output);

// Converts Latin-1 to UTF-8, and says how many units it has written; 0 where
// `placemat_convert_latin1_to_utf8_with_errors` fails.
size_t placemat_convert_latin1_to_utf8(const char *input, size_t length, char *output);

// Converts Latin-1 to UTF-8. `output` must hold the number of units that
// `placemat_utf8_length_from_latin1` returns.
struct placemat_result placemat_convert_latin1_to_utf8_with_errors(const char *input,
                                                                   size_t length,
                                                                   char *output);

// At the start of a stream.
struct placemat_stream placemat_stream_new(void);

// Goes on with a chunk of any length. It fails at the first byte that cannot be continued, and then every
// call fails in the same way, until `placemat_stream_finish`.
struct placemat_stream_result placemat_stream_feed(struct placemat_stream *stream,
                                                   const char *chunk,
                                                   size_t len);

// Ends the stream: an error if it ends inside a character, or has failed before. Then it starts anew.
struct placemat_stream_result placemat_stream_finish(struct placemat_stream *stream);

// Whether the stream is valid if it ends here.
bool placemat_stream_is_complete(struct placemat_stream *stream);

// The summary of a piece. Where the piece is NULL with a length, it is that of no bytes.
struct placemat_summary placemat_summary_of(const char *piece, size_t len);

// Puts the summary of the next piece to that of what is before it. It fails, and changes nothing, where one of
// them was not made by this library.
enum placemat_error placemat_summary_merge(struct placemat_summary *whole,
                                           const struct placemat_summary *next);

// What there is to say if nothing comes before the first piece or after the last. It fails, and writes
// nothing, where the summary was not made by this library.
enum placemat_error placemat_summary_finish(const struct placemat_summary *summary,
                                            struct placemat_totals *totals);

// Whether the bytes are valid UTF-8 (RFC 3629, section 4).
bool placemat_validate_utf8(const char *buf, size_t len);

// Whether the bytes are valid UTF-8; otherwise where the first error is and what.
struct placemat_result placemat_validate_utf8_with_errors(const char *buf, size_t len);

// Whether all bytes are below 80.
bool placemat_validate_ascii(const char *buf, size_t len);

// Whether all bytes are below 80; otherwise where the first other one is.
struct placemat_result placemat_validate_ascii_with_errors(const char *buf, size_t len);

// How many of the bytes are left if those of a character that the end cuts off are left out: at most three
// fewer. For reading in pieces; of bytes that are not UTF-8, the first part is not UTF-8 either.
size_t placemat_trim_partial_utf8(const char *input, size_t length);

// Whether the units are valid UTF-16 in the machine's byte order (RFC 2781, section 2.2).
bool placemat_validate_utf16(const char16_t *buf, size_t len);

// Whether the units are valid UTF-16; otherwise where the first error is and what.
struct placemat_result placemat_validate_utf16_with_errors(const char16_t *buf, size_t len);

// As `placemat_validate_utf16`, of units that are in little endian order.
bool placemat_validate_utf16le(const char16_t *buf, size_t len);

// As `placemat_validate_utf16_with_errors`, of units that are in little endian order.
struct placemat_result placemat_validate_utf16le_with_errors(const char16_t *buf, size_t len);

// As `placemat_validate_utf16`, of units that are in big endian order.
bool placemat_validate_utf16be(const char16_t *buf, size_t len);

// As `placemat_validate_utf16_with_errors`, of units that are in big endian order.
struct placemat_result placemat_validate_utf16be_with_errors(const char16_t *buf, size_t len);

// Whether all units are scalar values: no surrogates, none above 10FFFF.
bool placemat_validate_utf32(const char32_t *buf, size_t len);

// Whether all units are scalar values; otherwise where the first error is and what.
struct placemat_result placemat_validate_utf32_with_errors(const char32_t *buf, size_t len);

// Copies `len` units of UTF-16 in the machine's byte order, with U+FFFD in place of each lone surrogate, and
// says how many there were. `output` must hold `len` units; it may be `input`, and may overlap it.
// Nothing is written, and the answer is 0, where a pointer is NULL or not aligned.
size_t placemat_to_well_formed_utf16(const char16_t *input, size_t len, char16_t *output);

// As `placemat_to_well_formed_utf16`, of units that are in little endian order.
size_t placemat_to_well_formed_utf16le(const char16_t *input, size_t len, char16_t *output);

// As `placemat_to_well_formed_utf16`, of units that are in big endian order.
size_t placemat_to_well_formed_utf16be(const char16_t *input, size_t len, char16_t *output);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PLACEMAT_H */
