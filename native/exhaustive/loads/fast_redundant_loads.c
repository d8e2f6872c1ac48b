/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "fast_redundant_loads.h"

#include "../options.h"
#include "../scope/clock.h"
#include "common/compare.h"
#include "common/raw_format.h"
#include "generic_redundant_loads.h"
#include "exhaustive/loads/pairs/held_pairs.h"
#include "exhaustive/loads/shadow/last_loads.h"
#include "load_counters.h"
#include "exhaustive/loads/shadow/load_shadow.h"
#include "exhaustive/loads/pairs/place_numbers.h"
#include "exhaustive/loads/pairs/place_pairs.h"

enum { SHORT_LOAD = 32 };

static struct hagstone_earlier_loads earlier;
static int threads_are_several;
static int windowed; /* a window has ended, or the program has stopped collection */

static const char *start(void) {
  const char *refused = hagstone_start_place_numbers();
  if (!refused) refused = hagstone_start_load_shadow();
  return refused ? refused : hagstone_start_place_pairs();
}

static int repetitions_have_scopes(void) { return hagstone_options.scope == HAGSTONE_SCOPE_ALWAYS; }

/* Neighbouring bytes of a short load that one place loaded. */
struct run {
  uint32_t number;
  uint64_t address;
  uint64_t bytes; /* with those of later runs of the same place */
};

static int same_place(uint32_t one, uint32_t other) {
  return one == other || hagstone_numbered_place(one) == hagstone_numbered_place(other);
}

static void count_short_redundant_load(uint64_t address, uint64_t bytes, uint32_t trap) {
  struct run runs[SHORT_LOAD];
  uint32_t count = 0;
  for (uint64_t at = address, end; at < address + bytes; at = end) {
    const uint32_t number = hagstone_load_number(at);
    end = hagstone_load_run_end(at, address + bytes);
    uint32_t known = 0;
    while (known < count && !same_place(runs[known].number, number)) known++;
    if (known == count) runs[count++] = (struct run){number, at, 0};
    runs[known].bytes += end - at;
  }
  for (uint32_t i = 0; i < count; i++) hagstone_hold_pair(runs[i].number, trap, runs[i].address, 1, runs[i].bytes);
}

static void count_long_redundant_load(uint64_t address, uint64_t bytes, uint32_t trap) {
  hagstone_earlier_loads_clear(&earlier);
  for (uint64_t at = address, end; at < address + bytes; at = end) {
    end = repetitions_have_scopes() ? at + 1 : hagstone_load_run_end(at, address + bytes);
    hagstone_earlier_loads_add(&earlier, hagstone_numbered_place(hagstone_load_number(at)), hagstone_load_time(at),
                               hagstone_numbered_place(trap), end - at);
  }
  hagstone_count_redundant_load(hagstone_numbered_place(trap), &earlier, 0);
}

/* Counts a load of bytes with several earlier loads, or none. */
static void count_split_load(const struct hagstone_site *site, uint64_t address, uint64_t bytes, uint32_t trap) {
  uint64_t first = 0;
  for (uint64_t at = address, end; at < address + bytes; at = end) {
    end = hagstone_load_run_end(at, address + bytes);
    if (!hagstone_load_number(at)) first += end - at;
  }
  if (first) {
    hagstone_touch_load_shadow(address, bytes);
    if (trap) hagstone_count_first_load(hagstone_numbered_place(trap), first);
  } else if (trap && hagstone_load_repeats(address, bytes, site->element)) {
    if (bytes <= SHORT_LOAD && !repetitions_have_scopes())
      count_short_redundant_load(address, bytes, trap);
    else
      count_long_redundant_load(address, bytes, trap);
  }
}

/* The number of the place that loaded all of the bytes before. 0: none did, or one that may have done so at several
   times, if that matters. */
static uint32_t watch_of_all(uint64_t address, uint64_t bytes) {
  return repetitions_have_scopes() ? 0 : hagstone_common_load_number(address, bytes);
}

/* `judged`: whether it repeats a value; not known: to be found out. */
static void count_load(const struct hagstone_site *site, uint64_t address, uint64_t bytes, uint32_t trap,
                       enum hagstone_comparison judged) {
  const uint32_t watch = trap ? watch_of_all(address, bytes) : 0;
  if (!watch)
    count_split_load(site, address, bytes, trap);
  else if (!(judged == HAGSTONE_COMPARISON_UNKNOWN ? hagstone_load_repeats(address, bytes, site->element) : (int)judged))
    return;
  else if (bytes == site->bytes)
    hagstone_count_place_pair(watch, trap, address, bytes);
  else
    hagstone_hold_pair(watch, trap, address, 1, bytes);
}

/* Translated code's finding about an aligned load: whether the value was where it looked. */
static enum hagstone_comparison judgement(const struct hagstone_site *site, uint64_t address, uint64_t repeated) {
  const int is_where_it_looked = site->bytes < HAGSTONE_GRANULE
                                     ? hagstone_is_known_by_byte(address)
                                     : site->bytes <= HAGSTONE_LOADED_WORD && !hagstone_is_known_by_byte(address) &&
                                           !hagstone_is_known_by_byte(address + site->bytes - HAGSTONE_GRANULE);
  if (site->element != HAGSTONE_ELEMENT_BYTES || !is_where_it_looked) return HAGSTONE_COMPARISON_UNKNOWN;
  return repeated ? HAGSTONE_COMPARISON_REPEATED : HAGSTONE_COMPARISON_CHANGED;
}

void hagstone_inline_load(const struct hagstone_site *site, uint64_t address, uint64_t trap, uint64_t repeated) {
  const uint32_t alignment = site->bytes < HAGSTONE_LOADED_WORD ? site->bytes : HAGSTONE_LOADED_WORD;
  if (repeated) hagstone_pairs_of_place((uint32_t)trap)->repeated--;
  if (address + site->bytes > HAGSTONE_PROGRAM_END) return;
  if (address % alignment != 0) {
    count_load(site, address, site->bytes, (uint32_t)trap, HAGSTONE_COMPARISON_UNKNOWN);
    hagstone_set_loads(address, site->bytes, (uint32_t)trap);
    return;
  }
  const enum hagstone_comparison judged = judgement(site, address, repeated);
  count_load(site, address, site->bytes, (uint32_t)trap, judged);
  if (judged != HAGSTONE_COMPARISON_UNKNOWN) return; /* the shadow is as it should be */
  if (site->bytes < HAGSTONE_GRANULE)
    hagstone_split_granule(address);
  else
    hagstone_join_granules(address, site->bytes);
}

void hagstone_load(const struct hagstone_site *site, uint64_t address, uint64_t bytes, uint64_t context) {
  if (bytes == 0 || address >= HAGSTONE_PROGRAM_END || bytes > HAGSTONE_PROGRAM_END - address) return;
  const uint32_t trap = hagstone_number_of_place(hagstone_place_of((hagstone_calling_context)context, site->id));
  count_load(site, address, bytes, trap, HAGSTONE_COMPARISON_UNKNOWN);
  hagstone_set_loads(address, bytes, trap);
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
  /* Each may lie on another page. */
  enum { BETWEEN_RELEASES = 1 << 13 };
  static uint32_t counted;
  (void)address;
  hagstone_count_unfinished_load(hagstone_numbered_place(number), bytes);
  if (++counted % BETWEEN_RELEASES == 0 && hagstone_load_recording_is_released()) hagstone_release_recording();
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
    hagstone_set_last_load(1, at, hagstone_numbered_place(number), hagstone_load_time(at), hagstone_loaded_value(at));
}

static void several_threads(void) {
  if (threads_are_several) return;
  hagstone_write_place_pairs();
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
  windowed = 1;
  hagstone_generic_redundant_loads.window_ends();
  hagstone_visit_load_shadow(0, 0, count_unfinished);
  hagstone_clear_load_shadow(0, 0);
}

static void finish(void) {
  hagstone_write_place_pairs();
  if (threads_are_several) {
    hagstone_generic_redundant_loads.finish();
  } else if (windowed) {
    window_ends();
  } else {
    hagstone_forget_unfinished_loads();
    hagstone_visit_load_shadow(0, 0, count_unfinished);
  }
}

static void after_fork(void) {
  windowed = 0;
  hagstone_forget_place_pairs();
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
    .refresh = hagstone_write_place_pairs,
    .finish = finish,
    .after_fork = after_fork,
};
