/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "pair_filter.h"

#include "exhaustive/measurement.h"

enum { BYTES = 1 << (HAGSTONE_PAIR_FILTER_BITS - 3) };

static uint32_t bit_of(hagstone_place watch, hagstone_place trap) {
  const uint64_t hash = watch * 0x9e3779b97f4a7c15ull ^ trap * 0xbf58476d1ce4e5b9ull;
  return (uint32_t)((hash ^ hash >> 29) * 0x94d049bb133111ebull >> (64 - HAGSTONE_PAIR_FILTER_BITS));
}

void hagstone_filter_pair(struct hagstone_pair_filter *filter, hagstone_place watch, hagstone_place trap) {
  const uint32_t bit = bit_of(watch, trap);
  if (filter->added++ == 0) filter->words = hagstone_table_memory(BYTES);
  if (filter->words) filter->words[bit / 64] |= 1ull << bit % 64;
}

void hagstone_expect_filtered_pair(const struct hagstone_pair_filter *filter, hagstone_place watch, hagstone_place trap) {
  if (filter->words) __builtin_prefetch(&filter->words[bit_of(watch, trap) / 64]);
}

int hagstone_pair_may_be_filtered(const struct hagstone_pair_filter *filter, hagstone_place watch, hagstone_place trap) {
  const uint32_t bit = bit_of(watch, trap);
  if (!filter->words) return filter->added != 0;
  return (int)(filter->words[bit / 64] >> bit % 64 & 1);
}

void hagstone_empty_pair_filter(struct hagstone_pair_filter *filter) {
  if (filter->words) hagstone_give_back(filter->words, BYTES);
  filter->words = 0;
  filter->added = 0;
}
