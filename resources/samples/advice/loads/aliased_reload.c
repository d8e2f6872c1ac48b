// SPDX-License-Identifier: MIT
//
// A count is read again after a store through another pointer, which the compiler thinks might change it.
// Change: keep the count in a local variable, or say restrict.
//
// Tools: redundant-loads
// Finding: aliased-reload
#include "../apart.h"
#include <stdio.h>

struct buffer { int length; int start; };

APART static int append(const struct buffer* buffer, int* end, int* total) {
  *end = buffer->start + buffer->length; /* finding: earlier */
  *total += buffer->length;              /* finding: later */
  return *end > *total;
}

int main(int count, char** arguments) {
  struct buffer buffer = {0, 1};
  int end = 0, total = 0, longer = 0;
  for (int round = rounds(count, arguments, 90000); round > 0; round--) {
    buffer.length = round & 3;
    buffer.start = round;
    longer += append(&buffer, &end, &total);
  }
  printf("%d %d\n", longer, total);
}
