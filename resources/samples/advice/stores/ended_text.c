// SPDX-License-Identifier: MIT
//
// A text is ended by a zero after each part that is added to it, and read once all parts are there. All ends but the last are overwritten.
// Change: end the text where it is handed out.
//
// Tools: dead-stores
// Finding: overwritten-before-use | unread-result
// Sureness: observed
// Title: append() ends the text in out->text at line 23, and line 21 overwrites its end before it is read
#include "../apart.h"
#include <stdio.h>
#include <string.h>

struct output {
  char *text;
  size_t length;
};

APART static void append(struct output *out, const char *part, size_t length) {
  if (length == 0) return;
  memcpy(out->text + out->length, part, length); /* finding: later */
  out->length += length;
  out->text[out->length] = 0; /* finding: earlier change */
}

int main(int count, char **arguments) {
  static char text[1000];
  size_t total = 0;
  for (int round = rounds(count, arguments, 300); round > 0; round--) {
    struct output out = {text, 0};
    for (int i = 0; i < 100; i++) append(&out, "abcdefghij", 3 + (size_t)(i % 5));
    total += strlen(out.text);
  }
  printf("%zu\n", total);
}
