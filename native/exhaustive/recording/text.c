/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "exhaustive/recording/text.h"

char *hagstone_append_text(char *end, const char *limit, const char *text) {
  while (*text && end + 1 < limit) *end++ = *text++;
  *end = 0;
  return end;
}

char *hagstone_append_number(char *end, const char *limit, uint64_t number) {
  char digits[21];
  char *first = digits + sizeof digits - 1;
  *first = 0;
  do *--first = (char)('0' + number % 10);
  while (number /= 10);
  return hagstone_append_text(end, limit, first);
}
