/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "slot_counts.h"

#include "exhaustive/measurement.h"

enum { CHILDREN = 16 };

#define ALL 0xffffffffu
const uint32_t hagstone_after_masks[32] = {[16] = ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL,
                                           ALL,        ALL, ALL, ALL, ALL, ALL, ALL, ALL};

static uint64_t whole_nodes(uint64_t count) { return (count + CHILDREN - 1) / CHILDREN * CHILDREN; }

int hagstone_make_slot_counts(struct hagstone_slot_counts *counts, uint32_t slots) {
  uint64_t sizes[HAGSTONE_SLOT_LEVELS], total = 0;
  counts->level_count = 0;
  for (uint64_t size = whole_nodes(slots);; size = whole_nodes(size / CHILDREN)) {
    total += sizes[counts->level_count++] = size;
    if (size == CHILDREN) break;
  }
  counts->bytes = total * sizeof(uint32_t);
  uint32_t *level = hagstone_memory(counts->bytes);
  if (!level) return 0;
  for (uint32_t i = 0; i < counts->level_count; level += sizes[i++]) counts->levels[i] = level;
  return 1;
}

void hagstone_free_slot_counts(struct hagstone_slot_counts *counts) {
  hagstone_give_back(counts->levels[0], counts->bytes);
  counts->level_count = 0;
}
