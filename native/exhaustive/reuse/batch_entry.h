/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The accesses of one execution of a superblock, as they are in the batch (access_batch.h). */
#ifndef HAGSTONE_EXHAUSTIVE_BATCH_ENTRY_H
#define HAGSTONE_EXHAUSTIVE_BATCH_ENTRY_H

#include <stdint.h>

#include "sized_place.h"

enum { HAGSTONE_MOST_BATCH_ACCESSES = 255 };

/* An entry's accesses as known at translation, in the order of execution. */
struct hagstone_batch_block {
  uint64_t count;
  hagstone_sized_place accesses[HAGSTONE_MOST_BATCH_ACCESSES]; /* in context 0 */
};

struct hagstone_batch_entry {
  const struct hagstone_batch_block *block;
  uint64_t where; /* calling context, thread above its 32 bits */
  uint64_t addresses[];
};

static inline uint64_t hagstone_batch_entry_bytes(uint32_t accesses) {
  return sizeof(struct hagstone_batch_entry) + accesses * sizeof(uint64_t);
}

#endif
