/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reuse_pairs.h"

#include "exhaustive/tables/leaving_table.h"

enum { FIRST_CAPACITY = 4096 };

static struct hagstone_reuse_pair *pairs; /* null: no capacity */
static uint64_t capacity;
static struct hagstone_exact_pair **records; /* by number */
static const uint64_t bytes_of_records = (HAGSTONE_MOST_REUSE_PAIRS + 1ull) * sizeof *records;
static uint32_t pair_count;

static uint64_t home_of(hagstone_place watch, hagstone_place trap) {
  return hagstone_first_slot(hagstone_hash_pair(watch, trap, 0), capacity);
}

/* That of the pair, or the free one where it belongs. */
static struct hagstone_reuse_pair *place_of(hagstone_place watch, hagstone_place trap) {
  uint64_t at = home_of(watch, trap);
  for (;; at = at + 1 == capacity ? 0 : at + 1)
    if (!pairs[at].watch || (pairs[at].watch == watch && pairs[at].trap == trap)) return &pairs[at];
}

void hagstone_expect_reuse_pair(hagstone_place watch, hagstone_place trap) {
  if (pairs) __builtin_prefetch(&pairs[home_of(watch, trap)], 1);
}

struct hagstone_reuse_pair *hagstone_find_reuse_pair(hagstone_place watch, hagstone_place trap) {
  struct hagstone_reuse_pair *const place = pairs ? place_of(watch, trap) : 0;
  return place && place->watch ? place : 0;
}

uint32_t hagstone_reuse_pair_count(void) { return pair_count; }

static int grow(void) {
  const uint64_t old_capacity = capacity, larger_capacity = capacity ? capacity + capacity / 2 : FIRST_CAPACITY;
  struct hagstone_reuse_pair *const old = pairs, *const larger = hagstone_table_memory(larger_capacity * sizeof *larger);
  if (!larger) return 0;
  pairs = larger;
  capacity = larger_capacity;
  struct hagstone_leaving_table leaving = {old, old_capacity * sizeof *old, 0};
  for (uint64_t at = 0; at < old_capacity; at++) {
    if (old[at].watch) *place_of(old[at].watch, old[at].trap) = old[at];
    hagstone_leave_table(&leaving, &old[at + 1]);
  }
  return 1;
}

int hagstone_make_room_for_reuse_pairs(uint32_t count) {
  if (!records) records = hagstone_memory(bytes_of_records);
  if (!records) return 0;
  while (pair_count + count > capacity - capacity / 4)
    if (!grow()) return 0;
  return 1;
}

struct hagstone_reuse_pair *hagstone_add_reuse_pair(hagstone_place watch, hagstone_place trap) {
  static const struct hagstone_pair_kind kind = {HAGSTONE_TOOL_REUSE_DISTANCE, HAGSTONE_RELATION_REUSED_BY, 0};
  const struct hagstone_pair_key key = {watch, trap, 0, 0};
  struct hagstone_exact_pair *const record = hagstone_record_pair(&kind, &key, 0);
  if (!record) return 0;
  struct hagstone_reuse_pair *const place = place_of(watch, trap);
  records[++pair_count] = record;
  *place = (struct hagstone_reuse_pair){watch, trap, pair_count, record->id, 0, 0};
  return place;
}

static void write(struct hagstone_reuse_pair *pair) {
  struct hagstone_exact_pair *const record = records[pair->number];
  record->instances += pair->instances;
  record->bytes += pair->bytes;
  pair->instances = pair->bytes = 0;
}

void hagstone_count_in_reuse_pair(struct hagstone_reuse_pair *pair, uint64_t instances, uint64_t bytes) {
  if (instances > UINT32_MAX - pair->instances || bytes > UINT32_MAX - pair->bytes) {
    records[pair->number]->instances += instances;
    records[pair->number]->bytes += bytes;
    return;
  }
  pair->instances += (uint32_t)instances;
  pair->bytes += (uint32_t)bytes;
}

void hagstone_write_reuse_pairs(void) {
  enum { AHEAD = 16, FAR_AHEAD = 32 };
  for (uint64_t at = 0; at < capacity; at++) {
    if (at + FAR_AHEAD < capacity && pairs[at + FAR_AHEAD].instances)
      __builtin_prefetch(&records[pairs[at + FAR_AHEAD].number]);
    if (at + AHEAD < capacity && pairs[at + AHEAD].instances)
      __builtin_prefetch(&records[pairs[at + AHEAD].number]->instances, 1);
    if (pairs[at].instances) write(&pairs[at]);
  }
}

void hagstone_forget_reuse_pairs(void) {
  if (pairs) hagstone_give_back(pairs, capacity * sizeof *pairs);
  if (records) hagstone_give_back(records, bytes_of_records);
  pairs = 0;
  records = 0;
  capacity = 0;
  pair_count = 0;
}
