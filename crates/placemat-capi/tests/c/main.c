#include "check.h"

unsigned checks;

int main(void) {
  check_validation();
  check_conversion();
  check_stream();
  check_summary();
  check_batch();
  check_misuse();
  check_backends();
  printf("%u checks passed, with placemat %s and backend %s\n", checks, placemat_version(),
         placemat_active_backend());
  return checks < 500;
}
