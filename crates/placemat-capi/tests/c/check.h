// What the tests share. They are written in the C that is also C++, and are compiled as both.
#ifndef CHECK_H
#define CHECK_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "placemat.h"

// Counts the checks, so that a program that checked nothing fails.
extern unsigned checks;

#define CHECK(condition)                                                                                     \
  do {                                                                                                       \
    checks++;                                                                                                \
    if (!(condition)) {                                                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                        \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)

// A literal, and its bytes without the NUL.
#define TEXT(literal) (literal), sizeof(literal) - 1

// A copy on the heap of exactly this size, so that a read or write outside of it is seen by AddressSanitizer
// and by valgrind.
static inline void *copy_of(const void *source, size_t bytes) {
  void *copy = malloc(bytes ? bytes : 1);
  if (!copy) abort();
  if (bytes) memcpy(copy, source, bytes);
  return copy;
}

void check_validation(void);
void check_conversion(void);
void check_stream(void);
void check_summary(void);
void check_batch(void);
void check_backends(void);
void check_misuse(void);

#endif
