/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "pair_filter.h"

#include "exhaustive/measurement.h"

enum {
  BYTES = 1 << (HAGSTONE_PAIR_FILTER_BITS - 3),
  WORD_BITS = HAGSTONE_PAIR_FILTER_BITS - 6,
  CONTEXT_BYTES = 1 << (HAGSTONE_CALLING_CONTEXT_BITS - 3)
};

struct bits {
  uint64_t word; /* index */
  uint64_t bits; /* of it: three, or fewer where they fall together */
};

static struct bits bits_of(hagstone_place watch, hagstone_place trap) {
  uint64_t hash = watch * 0x9e3779b97f4a7c15ull ^ trap * 0xbf58476d1ce4e5b9ull;
  hash = (hash ^ hash >> 29) * 0x94d049bb133111ebull;
  return (struct bits){hash >> (64 - WORD_BITS),
                       1ull << (hash >> 40 & 63) | 1ull << (hash >> 34 & 63) | 1ull << (hash >> 28 & 63)};
}

void hagstone_filter_pair(struct hagstone_pair_filter *filter, hagstone_place watch, hagstone_place trap) {
  const struct bits bits = bits_of(watch, trap);
  const hagstone_calling_context context = hagstone_place_context(trap);
  if (filter->added++ == 0) {
    filter->words = hagstone_table_memory(BYTES);
    filter->contexts = hagstone_memory(CONTEXT_BYTES);
  }
  if (filter->words) filter->words[bits.word] |= bits.bits;
  if (filter->contexts) filter->contexts[context / 64] |= 1ull << context % 64;
}

void hagstone_expect_filtered_pair(const struct hagstone_pair_filter *filter, hagstone_place watch, hagstone_place trap) {
  if (filter->words) __builtin_prefetch(&filter->words[bits_of(watch, trap).word]);
}

int hagstone_pair_may_be_filtered(const struct hagstone_pair_filter *filter, hagstone_place watch, hagstone_place trap) {
  const struct bits bits = bits_of(watch, trap);
  if (!filter->words) return filter->added != 0;
  return (filter->words[bits.word] & bits.bits) == bits.bits;
}

void hagstone_empty_pair_filter(struct hagstone_pair_filter *filter) {
  if (filter->words) hagstone_give_back(filter->words, BYTES);
  if (filter->contexts) hagstone_give_back(filter->contexts, CONTEXT_BYTES);
  filter->words = filter->contexts = 0;
  filter->added = 0;
}
