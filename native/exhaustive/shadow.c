/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "shadow.h"

#include "recording/kernel.h"

enum { PAGE = 4096 };

const char *hagstone_reserve_shadow(enum hagstone_shadow shadow, uint64_t bytes) {
  if (hagstone_kernel_reserve(HAGSTONE_SHADOW_BASE(shadow), bytes)) return 0;
  return "the kernel refuses address space for shadow memory; allow it with `ulimit -v unlimited` and "
         "vm.overcommit_memory 0 or 1";
}

const char *hagstone_reserve_dense_shadow(enum hagstone_shadow shadow, uint64_t bytes) {
  const char *refused = hagstone_reserve_shadow(shadow, bytes);
  if (!refused) hagstone_kernel_allow_huge_pages((void *)HAGSTONE_SHADOW_BASE(shadow), bytes);
  return refused;
}

/* Up to two partial pages. */
static void zero(uint64_t address, uint64_t end) {
  for (; address < end && address % 8 != 0; address++) *(uint8_t *)address = 0;
  for (; address + 8 <= end; address += 8) *(uint64_t *)address = 0;
  for (; address < end; address++) *(uint8_t *)address = 0;
}

void hagstone_clear_shadow(uint64_t address, uint64_t bytes) {
  const uint64_t end = address + bytes;
  const uint64_t first_page = (address + PAGE - 1) / PAGE * PAGE, end_of_pages = end / PAGE * PAGE;
  if (first_page >= end_of_pages) {
    zero(address, end);
    return;
  }
  zero(address, first_page);
  hagstone_kernel_release_pages((void *)first_page, end_of_pages - first_page);
  zero(end_of_pages, end);
}
