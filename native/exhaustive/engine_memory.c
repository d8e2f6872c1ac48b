/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "measurement.h"

#include "options.h"
#include "recording/kernel.h"

void *hagstone_memory(uint64_t bytes) { return (void *)hagstone_kernel_reserve(0, bytes); }

void *hagstone_table_memory(uint64_t bytes) {
  enum { HUGE_PAGE = 1 << 21 };
  void *memory = hagstone_memory(bytes);
  if (memory && bytes >= HUGE_PAGE) hagstone_kernel_allow_huge_pages(memory, bytes);
  return memory;
}

void hagstone_give_back(void *memory, uint64_t bytes) { hagstone_kernel_unmap_memory(memory, bytes); }

uint32_t hagstone_tolerance(void) { return hagstone_options.tolerance; }

/* The only function that Valgrind lacks of those to which GCC may add calls (GCC manual, "Standards"). */
int memcmp(const void *left, const void *right, __SIZE_TYPE__ bytes);
int memcmp(const void *left, const void *right, __SIZE_TYPE__ bytes) {
  const uint8_t *a = left, *b = right;
  for (; bytes; bytes--, a++, b++)
    if (*a != *b) return *a - *b;
  return 0;
}
