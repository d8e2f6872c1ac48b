/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "store_counters.h"

#include "common/raw_format.h"

enum { FIRST_CAPACITY = 128, RECENT_BITS = 12 };

static struct hagstone_pair_table dead_pairs = {HAGSTONE_TOOL_DEAD_STORES, HAGSTONE_RELATION_KILLED_BY, 0, {0, 0, 0}};
static struct hagstone_pair_table silent_pairs = {
    HAGSTONE_TOOL_SILENT_STORES, HAGSTONE_RELATION_REDUNDANT_WITH, 1, {0, 0, 0}};

/* The place asked for last is mostly the one asked for next. */
struct without_pair {
  struct hagstone_without_pair_table table;
  hagstone_place latest;
  struct hagstone_without_pair *counters;
};
static struct without_pair without_dead = {{HAGSTONE_TOOL_DEAD_STORES, {0, 0, 0}}, 0, 0};
static struct without_pair without_silent = {{HAGSTONE_TOOL_SILENT_STORES, {0, 0, 0}}, 0, 0};

static int make_room(struct hagstone_store_history *history) {
  if (history->count < history->capacity) return 1;
  const uint32_t capacity = history->capacity ? 2 * history->capacity : FIRST_CAPACITY;
  struct hagstone_earlier_store *earlier = hagstone_memory(capacity * sizeof *earlier);
  if (!earlier) {
    ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
    return 0;
  }
  for (uint32_t i = 0; i < history->count; i++) earlier[i] = history->earlier[i];
  if (history->earlier) hagstone_give_back(history->earlier, history->capacity * sizeof *earlier);
  history->earlier = earlier;
  history->capacity = capacity;
  return 1;
}

struct hagstone_earlier_store *hagstone_earlier_store_of(struct hagstone_store_history *history, hagstone_place place) {
  for (uint32_t i = history->count; i-- > 0;)
    if (history->earlier[i].place == place) return &history->earlier[i];
  if (!make_room(history)) return 0;
  struct hagstone_earlier_store *added = &history->earlier[history->count++];
  *added = (struct hagstone_earlier_store){place, 0, 0, 0};
  return added;
}

/* Pairs that were looked up lately; mostly they are asked for again. */
static struct recent_pair {
  hagstone_place watch;
  hagstone_place trap;
  struct hagstone_exact_pair *dead;   /* null: not known here */
  struct hagstone_exact_pair *silent;
} recent[1 << RECENT_BITS];
static struct recent_pair *latest = recent;

static struct recent_pair *recent_of(hagstone_place watch, hagstone_place trap) {
  if (latest->watch == watch && latest->trap == trap) return latest;
  const uint64_t hash = (watch * 0x9e3779b97f4a7c15ull ^ trap) * 0xbf58476d1ce4e5b9ull;
  struct recent_pair *found = &recent[hash >> (64 - RECENT_BITS)];
  if (found->watch != watch || found->trap != trap) *found = (struct recent_pair){watch, trap, 0, 0};
  latest = found;
  return found;
}

static struct hagstone_exact_pair *dead_pair(struct recent_pair *pair) {
  if (!pair->dead) pair->dead = hagstone_pair(&dead_pairs, pair->watch, pair->trap);
  return pair->dead;
}

static struct hagstone_exact_pair *silent_pair(struct recent_pair *pair) {
  if (!pair->silent) pair->silent = hagstone_pair(&silent_pairs, pair->watch, pair->trap);
  return pair->silent;
}

static void count_waste(struct hagstone_exact_pair *pair, uint64_t bytes) {
  if (!pair || bytes == 0) return;
  pair->instances++;
  pair->bytes += bytes;
}

static void count_interleaved(struct hagstone_exact_pair *pair, uint64_t bytes) {
  if (!pair || bytes == 0) return;
  pair->interleaved_instances++;
  pair->interleaved_bytes += bytes;
}

void hagstone_count_dead_stores(hagstone_place trap, const struct hagstone_store_history *history) {
  for (uint32_t i = 0; i < history->count; i++) {
    const struct hagstone_earlier_store *earlier = &history->earlier[i];
    if (earlier->unread + earlier->unread_interleaved == 0) continue;
    struct hagstone_exact_pair *pair = dead_pair(recent_of(earlier->place, trap));
    count_waste(pair, earlier->unread);
    count_interleaved(pair, earlier->unread_interleaved);
  }
}

void hagstone_count_silent_store(hagstone_place trap, const struct hagstone_store_history *history, int repeated) {
  for (uint32_t i = 0; i < history->count; i++) {
    const struct hagstone_earlier_store *earlier = &history->earlier[i];
    if (!repeated) {
      if (history->interleaved)
        hagstone_count_store_without_pair(HAGSTONE_TOOL_SILENT_STORES, earlier->place, HAGSTONE_STORE_INTERLEAVED,
                                          earlier->bytes);
      continue;
    }
    struct hagstone_exact_pair *pair = silent_pair(recent_of(earlier->place, trap));
    if (history->interleaved)
      count_interleaved(pair, earlier->bytes);
    else
      count_waste(pair, earlier->bytes);
  }
}

void hagstone_count_store_over(hagstone_place trap, hagstone_place watch, uint64_t dead_bytes, uint64_t silent_bytes) {
  struct recent_pair *pair = recent_of(watch, trap);
  if (dead_bytes) count_waste(dead_pair(pair), dead_bytes);
  if (silent_bytes) count_waste(silent_pair(pair), silent_bytes);
}

static struct hagstone_without_pair *counters_of(struct without_pair *without, hagstone_place place) {
  if (without->latest != place) {
    without->latest = place;
    without->counters = hagstone_without_pair_of(&without->table, place);
  }
  return without->counters;
}

void hagstone_count_store_without_pair(uint32_t tool, hagstone_place place, enum hagstone_store_fate fate,
                                       uint64_t bytes) {
  if (bytes == 0) return;
  struct hagstone_without_pair *counters =
      counters_of(tool == HAGSTONE_TOOL_DEAD_STORES ? &without_dead : &without_silent, place);
  if (!counters) return;
  switch (fate) {
    case HAGSTONE_STORE_FIRST: counters->first += bytes; break;
    case HAGSTONE_STORE_UNFINISHED: counters->unfinished += bytes; break;
    case HAGSTONE_STORE_FREED: counters->freed += bytes; break;
    case HAGSTONE_STORE_INTERLEAVED: counters->interleaved += bytes; break;
  }
}

static void forget_unfinished(void *counters) { ((struct hagstone_without_pair *)counters)->unfinished = 0; }

void hagstone_forget_unfinished_stores(void) {
  hagstone_visit_places(&without_dead.table.places, forget_unfinished);
  hagstone_visit_places(&without_silent.table.places, forget_unfinished);
}

void hagstone_forget_store_counters(void) {
  hagstone_forget_places(&dead_pairs.places);
  hagstone_forget_places(&silent_pairs.places);
  hagstone_forget_places(&without_dead.table.places);
  hagstone_forget_places(&without_silent.table.places);
  without_dead.latest = without_silent.latest = 0;
  for (uint32_t i = 0; i < 1u << RECENT_BITS; i++) recent[i] = (struct recent_pair){0, 0, 0, 0};
}
