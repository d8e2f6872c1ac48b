/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "pair_distances.h"

#include "distance_record.h"

/* ---- A word for each (pair, axis, granularity, part of an octave): the count below, then which bucket of the part it is,
 * whether others of the part were seen, and the key. ---- */

enum {
  PARTS_BITS = 5,               /* log2 of the parts of an octave */
  WITHIN_BITS = 10 - PARTS_BITS, /* log2 of the most buckets of a part */
  COUNT_BITS = 18,
  KEY_SHIFT = COUNT_BITS + WITHIN_BITS + 1,
  PART_BITS = 12,
  KIND_BITS = 3,
  PAIR_BITS = 64 - KEY_SHIFT - PART_BITS - KIND_BITS,
  GRANULARITIES = 3
};
#define COUNT_LIMIT ((1ull << COUNT_BITS) - 1)
#define SEVERAL (1ull << (KEY_SHIFT - 1))

/* The number of buckets in a bucket's part, as log2. */
static uint32_t width_bits_of(uint32_t bucket) {
  const uint32_t within_octaves = bucket < 2048 ? bucket | 1u << PARTS_BITS : 2047;
  return 31 - PARTS_BITS - (uint32_t)__builtin_clz(within_octaves);
}

/* Kinds: both axes at three granularities, from 1 so that no word is 0. */
static uint64_t word_of(uint32_t pair, uint32_t axis, uint32_t granularity_bits, uint32_t bucket) {
  const uint64_t kind = (axis == HAGSTONE_AXIS_STACK) * GRANULARITIES + granularity_bits / 3 + 1;
  const uint32_t width_bits = width_bits_of(bucket), part = (width_bits << PARTS_BITS) + (bucket >> width_bits);
  const uint64_t within = bucket & ((1u << width_bits) - 1);
  return ((uint64_t)pair << (PART_BITS + KIND_BITS) | kind << PART_BITS | part) << KEY_SHIFT | within << COUNT_BITS;
}

static uint32_t pair_of(uint64_t word) { return (uint32_t)(word >> (KEY_SHIFT + PART_BITS + KIND_BITS)); }
static uint32_t kind_of(uint64_t word) { return (uint32_t)(word >> (KEY_SHIFT + PART_BITS) & ((1u << KIND_BITS) - 1)) - 1; }
static uint32_t axis_of(uint64_t word) { return kind_of(word) < GRANULARITIES ? HAGSTONE_AXIS_TIME : HAGSTONE_AXIS_STACK; }
static uint32_t granularity_bits_of(uint64_t word) { return 3 * (kind_of(word) % GRANULARITIES); }

static uint32_t bucket_of(uint64_t word) {
  const uint32_t part = (uint32_t)(word >> KEY_SHIFT & ((1u << PART_BITS) - 1)), octave = part >> PARTS_BITS;
  const uint32_t width_bits = octave == 0 ? 0 : octave > WITHIN_BITS ? WITHIN_BITS : octave - 1;
  const uint32_t first = (part - (width_bits << PARTS_BITS)) << width_bits;
  return first + (word & SEVERAL ? 1u << width_bits >> 1 : (uint32_t)(word >> COUNT_BITS & ((1u << WITHIN_BITS) - 1)));
}

static int are_of_one_part(uint64_t word, uint64_t other) { return (word ^ other) >> KEY_SHIFT == 0; }

/* Joins two words of one part, with the count of the first. */
static uint64_t merged(uint64_t word, uint64_t other) { return word | ((word ^ other) & ~COUNT_LIMIT ? SEVERAL : 0); }

/* ---- All words: a hash table that only grows, open addressing, at most half full. ---- */

enum { FIRST_CAPACITY_BITS = 12 };

static uint64_t *words;                       /* 0: free */
static struct hagstone_reuse_count **records; /* of each word; null: none yet */
static uint32_t capacity_bits, word_count;

/* Eight neighbouring parts lie in one cache line, and probes go through one before the next: distances that differ
 * little are seen together. */
static uint64_t first_line_of(uint32_t bits, uint64_t word) {
  return (word >> (KEY_SHIFT + 3)) * 0x9e3779b97f4a7c15ull >> (64 - bits) & ~7ull;
}

static uint64_t position_of(const uint64_t *table, uint32_t bits, uint64_t word) {
  const uint64_t mask = (1ull << bits) - 1;
  uint64_t line = first_line_of(bits, word);
  for (;; line = (line + 8) & mask)
    for (uint64_t probe = 0, first = word >> KEY_SHIFT; probe < 8; probe++) {
      const uint64_t at = line | ((first + probe) & 7);
      if (table[at] == 0 || are_of_one_part(table[at], word)) return at;
    }
}

static void write_word(uint64_t at) {
  const uint64_t word = words[at], count = word & COUNT_LIMIT;
  if (count == 0) return;
  struct hagstone_reuse_count **const record = &records[at];
  if (!*record)
    *record = hagstone_new_distance_record(pair_of(word), axis_of(word), granularity_bits_of(word), bucket_of(word));
  if (*record) {
    (*record)->bucket = bucket_of(word);
    (*record)->count += count;
  } else {
    hagstone_drop_distances(count);
  }
  words[at] = word & ~COUNT_LIMIT;
}

static void free_table(void) {
  if (!words) return;
  hagstone_give_back(words, sizeof *words << capacity_bits);
  hagstone_give_back(records, sizeof *records << capacity_bits);
  words = 0;
  records = 0;
}

static int make_room(void) {
  if (word_count >= HAGSTONE_MOST_PAIR_DISTANCES) return 0;
  if (words && word_count < 1u << (capacity_bits - 1)) return 1;
  const uint32_t bits = words ? capacity_bits + 1 : FIRST_CAPACITY_BITS;
  uint64_t *const larger = hagstone_table_memory(sizeof *words << bits);
  struct hagstone_reuse_count **const larger_records = larger ? hagstone_table_memory(sizeof *records << bits) : 0;
  if (!larger_records) {
    if (larger) hagstone_give_back(larger, sizeof *words << bits);
    return 0;
  }
  for (uint64_t old = 0; words && old < 1ull << capacity_bits; old++) {
    if (words[old] == 0) continue;
    const uint64_t at = position_of(larger, bits, words[old]);
    larger[at] = words[old];
    larger_records[at] = records[old];
  }
  free_table();
  words = larger;
  records = larger_records;
  capacity_bits = bits;
  return 1;
}

static void add_to_table(uint64_t word) {
  const uint64_t amount = word & COUNT_LIMIT;
  uint64_t at = words ? position_of(words, capacity_bits, word) : 0;
  if (!words || words[at] == 0) {
    if (!make_room()) {
      hagstone_drop_distances(amount);
      return;
    }
    words[position_of(words, capacity_bits, word)] = word;
    word_count++;
    return;
  }
  words[at] = merged(words[at], word);
  if (amount > COUNT_LIMIT - (words[at] & COUNT_LIMIT)) write_word(at);
  words[at] += amount;
}

/* ---- The words counted last, in front of that table, which is larger than a cache: half of all that is counted is of
 * one of these. ---- */

enum { RECENT_BITS = 16, LEAVING_BITS = 5, MOST_LEAVING = 1024, LEAVING_AHEAD = 24 };
static uint64_t recent[1 << RECENT_BITS] __attribute__((aligned(64)));

/* On their way to the table, sorted by where in it they go: few pages are met at a time. */
static struct {
  uint64_t words[MOST_LEAVING];
  uint64_t count;
} leaving[1 << LEAVING_BITS] __attribute__((aligned(64)));

static uint64_t *recent_of(uint64_t word) { return &recent[first_line_of(RECENT_BITS, word) | (word >> KEY_SHIFT & 7)]; }

static void let_leave(uint64_t to) {
  const uint64_t *const from = leaving[to].words;
  const uint64_t count = leaving[to].count;
  for (uint64_t i = 0; i < count + LEAVING_AHEAD; i++) {
    if (i < count && words) __builtin_prefetch(&words[first_line_of(capacity_bits, from[i])], 1);
    if (i >= LEAVING_AHEAD) add_to_table(from[i - LEAVING_AHEAD]);
  }
  leaving[to].count = 0;
}

static void leave(uint64_t word) {
  if (!word) return;
  const uint64_t to = first_line_of(LEAVING_BITS + 3, word) >> 3;
  leaving[to].words[leaving[to].count++] = word;
  if (leaving[to].count == MOST_LEAVING) let_leave(to);
}

static void let_all_leave(void) {
  for (uint64_t at = 0; at < 1 << RECENT_BITS; at++) {
    leave(recent[at]);
    recent[at] = 0;
  }
  for (uint64_t to = 0; to < 1 << LEAVING_BITS; to++) let_leave(to);
}

hagstone_pair_distance hagstone_expect_pair_distance(uint32_t pair, uint32_t axis, uint32_t granularity_bits,
                                                     uint32_t bucket) {
  if (pair >> PAIR_BITS) return 0;
  const uint64_t word = word_of(pair, axis, granularity_bits, bucket);
  __builtin_prefetch(recent_of(word), 1);
  return word;
}

void hagstone_count_pair_distance(hagstone_pair_distance word, uint64_t amount) {
  if (word == 0) {
    hagstone_drop_distances(amount);
    return;
  }
  uint64_t *const known = recent_of(word);
  if (are_of_one_part(*known, word) && amount <= COUNT_LIMIT - (*known & COUNT_LIMIT)) {
    *known = merged(*known, word) + amount;
  } else {
    leave(*known);
    for (; amount > COUNT_LIMIT; amount -= COUNT_LIMIT) leave(word | COUNT_LIMIT);
    *known = word | amount;
  }
}

void hagstone_write_pair_distances(void) {
  enum { LOOK_AHEAD = 32 };
  let_all_leave();
  const uint64_t capacity = words ? 1ull << capacity_bits : 0;
  for (uint64_t at = 0; at < capacity; at++) {
    if (at + LOOK_AHEAD < capacity && words[at + LOOK_AHEAD] & COUNT_LIMIT) __builtin_prefetch(records[at + LOOK_AHEAD], 1);
    write_word(at);
  }
}

void hagstone_forget_pair_distances(void) {
  for (uint64_t at = 0; at < 1 << RECENT_BITS; at++) recent[at] = 0;
  for (uint64_t to = 0; to < 1 << LEAVING_BITS; to++) leaving[to].count = 0;
  free_table();
  word_count = 0;
}
