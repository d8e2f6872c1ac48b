/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "fast_redundant_loads.h"

#include "../options.h"
#include "../scope/clock.h"
#include "common/compare.h"
#include "common/raw_format.h"
#include "generic_redundant_loads.h"
#include "last_loads.h"
#include "load_counters.h"
#include "load_shadow.h"
#include "place_numbers.h"
#include "repeated_value.h"

enum { MEMO_CHUNK_BITS = 12, MEMO_CHUNKS = 1 << (HAGSTONE_SITE_BITS - MEMO_CHUNK_BITS), RECENT_PAIR_BITS = 16, SHORT_LOAD = 32 };

/* Pairs by the numbers of their places, for loads that alternate between several. */
struct recent_pair {
  uint64_t numbers; /* watch above, trap below */
  struct hagstone_exact_pair *pair;
};

static struct hagstone_load_memo **memos[MEMO_CHUNKS]; /* by site */
static struct hagstone_load_memo *all_memos;
static struct recent_pair *recent_pairs;
static struct hagstone_earlier_loads earlier;
static int threads_are_several;

static const char *start(void) {
  const char *refused = hagstone_start_place_numbers();
  if (!refused) refused = hagstone_start_load_shadow();
  if (!refused) recent_pairs = hagstone_memory(sizeof *recent_pairs << RECENT_PAIR_BITS);
  return refused || recent_pairs ? refused : "there is no memory left; give the run more";
}

struct hagstone_load_memo *hagstone_load_memo_of(const struct hagstone_site *site) {
  enum { MEMOS_AT_ONCE = 256, SITES = 1 << MEMO_CHUNK_BITS };
  static struct hagstone_load_memo *unused;
  static uint32_t unused_count;
  struct hagstone_load_memo ***chunk = &memos[site->id >> MEMO_CHUNK_BITS];
  if (!*chunk) *chunk = hagstone_memory(SITES * sizeof **chunk);
  if (!*chunk) return 0;
  struct hagstone_load_memo **memo = &(*chunk)[site->id % SITES];
  if (*memo) return *memo;
  if (unused_count == 0) {
    unused = hagstone_memory(MEMOS_AT_ONCE * sizeof *unused);
    if (!unused) return 0;
    unused_count = MEMOS_AT_ONCE;
  }
  unused_count--;
  *memo = unused++;
  (*memo)->site = site;
  (*memo)->next = all_memos;
  all_memos = *memo;
  return *memo;
}

static void flush(struct hagstone_load_memo *memo) {
  if (!memo->repeated || !memo->pair) return;
  memo->pair->instances += memo->repeated;
  memo->pair->bytes += memo->repeated * memo->site->bytes;
  memo->repeated = 0;
}

static void flush_all(void) {
  for (struct hagstone_load_memo *memo = all_memos; memo; memo = memo->next) flush(memo);
}

static void forget_memos(void) {
  for (struct hagstone_load_memo *memo = all_memos; memo; memo = memo->next) {
    memo->watch = memo->trap = memo->repeated = 0;
    memo->pair = 0;
  }
  for (uint32_t i = 0; i < 1u << RECENT_PAIR_BITS; i++) recent_pairs[i].numbers = 0;
}

static struct recent_pair *recent_pair_of(uint64_t numbers) {
  return &recent_pairs[numbers * 0x9e3779b97f4a7c15ull >> (64 - RECENT_PAIR_BITS)];
}

/* Null: no room, counted. */
static struct hagstone_exact_pair *pair_of(uint32_t watch, uint64_t address, uint32_t trap) {
  const uint64_t numbers = (uint64_t)watch << 32 | trap;
  struct recent_pair *recent = recent_pair_of(numbers);
  if (recent->numbers == numbers) return recent->pair;
  struct hagstone_exact_pair *pair =
      hagstone_redundant_pair(hagstone_numbered_place(watch), hagstone_load_time(address), hagstone_numbered_place(trap));
  if (pair && hagstone_options.scope != HAGSTONE_SCOPE_ALWAYS) {
    recent->numbers = numbers;
    recent->pair = pair;
  }
  return pair;
}

static int repeats(const struct hagstone_site *site, uint64_t address, uint64_t bytes) {
  return hagstone_value_repeats(site->element, hagstone_loaded_values(address), (const uint8_t *)(uintptr_t)address, bytes,
                                hagstone_tolerance());
}

typedef uint64_t __attribute__((aligned(1), may_alias)) word;
typedef uint32_t __attribute__((aligned(1), may_alias)) half_word;

static void keep_values(uint64_t address, uint64_t bytes) {
  const uint8_t *from = (const uint8_t *)(uintptr_t)address;
  uint8_t *to = hagstone_loaded_values(address);
  uint64_t i = 0;
  for (; bytes - i >= 8; i += 8) *(word *)(to + i) = *(const word *)(from + i);
  if (bytes - i >= 4) {
    *(half_word *)(to + i) = *(const half_word *)(from + i);
    i += 4;
  }
  for (; i < bytes; i++) to[i] = from[i];
}

/* Whether one load was the last of all of the bytes. */
static int has_one_number(uint64_t address, uint64_t bytes) {
  const uint32_t *numbers = hagstone_load_numbers(address);
  const uint64_t twice = HAGSTONE_TWICE(numbers[0]);
  uint64_t i = 0;
  if (!numbers[0]) return 0;
  for (; bytes - i >= 2; i += 2)
    if (*(const word *)(numbers + i) != twice) return 0;
  return i == bytes || numbers[i] == numbers[0];
}

static void count(struct hagstone_exact_pair *pair, uint64_t bytes) {
  if (!pair) return;
  pair->instances++;
  pair->bytes += bytes;
}

/* The first byte from `i` on that another load than byte `i`'s was the last of. */
static uint64_t end_of_run(const uint32_t *numbers, uint64_t i, uint64_t bytes) {
  const uint32_t number = numbers[i];
  while (i < bytes && numbers[i] == number) i++;
  return i;
}

/* Short loads have few earlier ones: a pair that comes again is found among those before it. */
static void count_short_redundant_load(uint64_t address, uint64_t bytes, uint32_t trap) {
  struct hagstone_exact_pair *pairs[SHORT_LOAD];
  uint64_t pair_count = 0;
  const uint32_t *numbers = hagstone_load_numbers(address);
  for (uint64_t i = 0, end; i < bytes; i = end) {
    end = end_of_run(numbers, i, bytes);
    struct hagstone_exact_pair *pair = pair_of(numbers[i], address + i, trap);
    if (!pair) continue;
    uint64_t known = 0;
    while (known < pair_count && pairs[known] != pair) known++;
    if (known == pair_count) {
      pairs[pair_count++] = pair;
      pair->instances++;
    }
    pair->bytes += end - i;
  }
}

static void count_long_redundant_load(uint64_t address, uint64_t bytes, uint32_t trap) {
  const uint32_t *numbers = hagstone_load_numbers(address);
  hagstone_earlier_loads_clear(&earlier);
  for (uint64_t i = 0, end; i < bytes; i = end) {
    end = end_of_run(numbers, i, bytes);
    hagstone_earlier_loads_add(&earlier, hagstone_numbered_place(numbers[i]), hagstone_load_time(address + i), end - i);
  }
  hagstone_count_redundant_load(hagstone_numbered_place(trap), &earlier, 0);
}

/* Counts a load of bytes with several earlier loads, or none. */
static void count_split_load(const struct hagstone_site *site, uint64_t address, uint64_t bytes, uint32_t trap) {
  const uint32_t *numbers = hagstone_load_numbers(address);
  uint64_t first = 0;
  for (uint64_t i = 0; i < bytes; i++) first += !numbers[i];
  if (first) {
    hagstone_touch_load_shadow(address, bytes);
    if (trap) hagstone_count_first_load(hagstone_numbered_place(trap), first);
  } else if (trap && repeats(site, address, bytes)) {
    if (bytes <= SHORT_LOAD)
      count_short_redundant_load(address, bytes, trap);
    else
      count_long_redundant_load(address, bytes, trap);
  }
}

/* The memo's pair has been counted; from now on it is another one. */
static void change_memo(struct hagstone_load_memo *memo, uint32_t watch, uint64_t trap, struct hagstone_exact_pair *pair) {
  flush(memo);
  memo->watch = HAGSTONE_TWICE(watch);
  memo->trap = trap;
  memo->pair = pair;
  memo->no_pair = !pair || hagstone_options.scope == HAGSTONE_SCOPE_ALWAYS;
}

void hagstone_load_beside_memo(struct hagstone_load_memo *memo, uint64_t address, uint64_t trap_twice) {
  const struct hagstone_site *site = memo->site;
  const uint32_t trap = (uint32_t)trap_twice;
  if (address + site->bytes > HAGSTONE_PROGRAM_END) return;
  if (trap && has_one_number(address, site->bytes)) {
    const uint32_t watch = *hagstone_load_numbers(address);
    if (repeats(site, address, site->bytes)) {
      struct hagstone_exact_pair *pair = pair_of(watch, address, trap);
      change_memo(memo, watch, trap_twice, pair);
      count(pair, site->bytes);
    } else if (!memo->pair || memo->trap != trap_twice) {
      /* Loads that do not repeat need no pair, only not to be told again. */
      change_memo(memo, watch, trap_twice, 0);
    }
  } else {
    count_split_load(site, address, site->bytes, trap);
  }
  keep_values(address, site->bytes);
}

void hagstone_load(const struct hagstone_site *site, uint64_t address, uint64_t bytes, uint64_t context) {
  if (bytes == 0 || address >= HAGSTONE_PROGRAM_END || bytes > HAGSTONE_PROGRAM_END - address) return;
  const uint32_t trap = hagstone_number_of_place(hagstone_place_of((hagstone_calling_context)context, site->id));
  if (trap && has_one_number(address, bytes)) {
    if (repeats(site, address, bytes)) count(pair_of(*hagstone_load_numbers(address), address, trap), bytes);
  } else {
    count_split_load(site, address, bytes, trap);
  }
  keep_values(address, bytes);
  for (uint64_t i = 0; i < bytes; i++) hagstone_load_numbers(address)[i] = trap;
  if (hagstone_options.scope == HAGSTONE_SCOPE_NONE) return;
  for (uint64_t i = 0; i < bytes; i++) hagstone_load_times(address)[i] = (uint32_t)hagstone_clock;
}

static void access(const struct hagstone_access *access) {
  if (threads_are_several)
    hagstone_generic_redundant_loads.access(access);
  else if (access->site->kind == HAGSTONE_LOAD)
    hagstone_load(access->site, access->address, access->bytes, access->context);
}

static void count_freed(uint64_t address, uint64_t bytes, uint32_t number) {
  (void)address;
  hagstone_count_freed_load(hagstone_numbered_place(number), bytes);
}

static void count_unfinished(uint64_t address, uint64_t bytes, uint32_t number) {
  (void)address;
  hagstone_count_unfinished_load(hagstone_numbered_place(number), bytes);
}

static void memory_ends(uint64_t address, uint64_t bytes, enum hagstone_memory_end how) {
  if (bytes == 0) return;
  if (threads_are_several) {
    hagstone_generic_redundant_loads.memory_ends(address, bytes, how);
    return;
  }
  hagstone_visit_load_shadow(address, bytes, count_freed);
  hagstone_clear_load_shadow(address, bytes);
}

static void memory_moves(uint64_t from, uint64_t to, uint64_t bytes) {
  memory_ends(from, bytes, HAGSTONE_MEMORY_UNMAPPED);
  memory_ends(to, bytes, HAGSTONE_MEMORY_UNMAPPED);
}

static void hand_over(uint64_t address, uint64_t bytes, uint32_t number) {
  for (uint64_t at = address; at < address + bytes; at++)
    hagstone_set_last_load(1, at, hagstone_numbered_place(number), hagstone_load_time(at), *hagstone_loaded_values(at));
}

static void several_threads(void) {
  if (threads_are_several) return;
  flush_all();
  hagstone_visit_load_shadow(0, 0, hand_over);
  hagstone_clear_load_shadow(0, 0);
  threads_are_several = 1;
  hagstone_generic_redundant_loads.several_threads();
}

static void window_begins(void) {
  if (threads_are_several) hagstone_generic_redundant_loads.window_begins();
  hagstone_clear_load_shadow(0, 0);
}

static void window_ends(void) {
  if (threads_are_several) hagstone_generic_redundant_loads.window_ends();
  hagstone_visit_load_shadow(0, 0, count_unfinished);
  hagstone_clear_load_shadow(0, 0);
}

static void finish(void) {
  flush_all();
  if (threads_are_several) {
    hagstone_generic_redundant_loads.finish();
  } else if (hagstone_options.window_off) {
    window_ends();
  } else {
    hagstone_forget_unfinished_loads();
    hagstone_visit_load_shadow(0, 0, count_unfinished);
  }
}

static void after_fork(void) {
  forget_memos();
  hagstone_clear_load_shadow(0, 0);
  hagstone_generic_redundant_loads.after_fork();
}

const struct hagstone_measurement hagstone_fast_redundant_loads = {
    .name = "redundant loads",
    .tool = HAGSTONE_TOOL_REDUNDANT_LOADS,
    .start = start,
    .access = access,
    .kernel_access = access,
    .memory_ends = memory_ends,
    .memory_moves = memory_moves,
    .several_threads = several_threads,
    .window_begins = window_begins,
    .window_ends = window_ends,
    .refresh = flush_all,
    .finish = finish,
    .after_fork = after_fork,
};
