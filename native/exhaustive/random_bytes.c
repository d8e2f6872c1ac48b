/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "random_bytes.h"

/* getauxval(3); its bytes. */
enum { END_OF_VALUES = 0, RANDOM_BYTES = 25, RANDOM_BYTE_COUNT = 16 };

/* After the null pointer that ends the list. */
static const uint64_t *after_list(const uint64_t *entry) {
  while (*entry) entry++;
  return entry + 1;
}

/* Odd, and none twice among 128. */
void hagstone_fix_bytes(uint8_t *bytes, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) bytes[i] = (uint8_t)(0x3d + 0x2a * i);
}

void hagstone_fix_random_bytes(uint64_t start) {
  const uint64_t *arguments = (const uint64_t *)start + 1; /* after their number */
  const uint64_t *environment = after_list(arguments);
  for (const uint64_t *value = after_list(environment); value[0] != END_OF_VALUES; value += 2) {
    if (value[0] != RANDOM_BYTES) continue;
    hagstone_fix_bytes((uint8_t *)value[1], RANDOM_BYTE_COUNT);
  }
}
