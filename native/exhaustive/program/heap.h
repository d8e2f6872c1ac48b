/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program's heap blocks, seen at the entries and returns of malloc and related functions by name: no allocator
 * is replaced or wrapped, so addresses, code and calling contexts are those of an ordinary run. The functions may be
 * in any module (glibc, jemalloc, a static program) that has symbols. */
#ifndef HAGSTONE_HEAP_H
#define HAGSTONE_HEAP_H

#include <stdint.h>

#include "exhaustive/measurement.h"

/* Called by translated code at the function's entry; its arguments. */
void hagstone_heap_function_entered(uint64_t function, uint64_t first, uint64_t second, uint64_t third);

struct hagstone_heap_block {
  uint64_t start;
  uint64_t bytes;
  hagstone_calling_context context; /* of the allocation */
};

/* The living block that contains the byte; 0 if there is none. Searches all blocks unless the byte is a block's
   first. */
int hagstone_heap_block_around(uint64_t address, struct hagstone_heap_block *block);

#endif
