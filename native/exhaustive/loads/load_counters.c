/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "load_counters.h"

#include "exhaustive/tables/growing_array.h"
#include "../options.h"
#include "../scope/clock.h"
#include "../scope/scope.h"
#include "common/raw_format.h"
#include "exhaustive/loads/pairs/load_pairs.h"

/* Where the scope is part of a pair's identity. */
static struct hagstone_pair_table pairs = {
    .tool = HAGSTONE_TOOL_REDUNDANT_LOADS, .relation = HAGSTONE_RELATION_REDUNDANT_WITH, .approximates = 1};
static struct hagstone_without_pair_table without_pairs = {HAGSTONE_TOOL_REDUNDANT_LOADS, {0, 0, 0}};

void hagstone_earlier_loads_clear(struct hagstone_earlier_loads *earlier) { earlier->count = 0; }

void hagstone_earlier_loads_add(struct hagstone_earlier_loads *earlier, hagstone_place place, uint64_t time,
                                hagstone_place trap, uint64_t bytes) {
  const int has_scope = hagstone_options.scope == HAGSTONE_SCOPE_ALWAYS;
  /* Neighbouring bytes mostly come from one load. */
  struct hagstone_earlier_load *latest = earlier->count ? &earlier->loads[earlier->latest] : 0;
  if (latest && latest->place == place && (!has_scope || earlier->latest_time == time)) {
    latest->bytes += bytes;
    return;
  }
  const uint32_t scope = has_scope ? hagstone_scope_between(place, time, trap) : 0;
  earlier->latest_time = time;
  for (uint32_t i = earlier->count; i-- > 0;)
    if (earlier->loads[i].place == place && earlier->loads[i].scope == scope) {
      earlier->loads[i].bytes += bytes;
      earlier->latest = i;
      return;
    }
  struct hagstone_earlier_load *loads =
      hagstone_with_room(earlier->loads, earlier->count, &earlier->capacity, sizeof *loads);
  if (!loads) {
    ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
    return;
  }
  earlier->loads = loads;
  const struct hagstone_earlier_load load = {place, time, bytes, scope};
  earlier->latest = earlier->count++;
  earlier->loads[earlier->latest] = load;
}

uint32_t hagstone_redundant_load_pair(hagstone_place watch, uint64_t watch_time, hagstone_place trap, uint64_t trap_time) {
  const uint32_t known = hagstone_find_load_pair(watch, trap);
  if (known || !hagstone_make_room_for_load_pair()) return known;
  const struct hagstone_pair_kind kind = {pairs.tool, pairs.relation, pairs.approximates};
  const struct hagstone_pair_key key = {watch, trap, 0, 0};
  const int once = hagstone_options.scope == HAGSTONE_SCOPE_ONCE;
  const uint32_t scope = once ? hagstone_scope_between_times(watch, watch_time, trap, trap_time) : 0;
  const uint32_t number = hagstone_new_counted_pair(&kind, &key, scope);
  if (number) hagstone_add_load_pair(watch, trap, number);
  return number;
}

static struct hagstone_exact_pair *pair_with(const struct hagstone_earlier_load *load, hagstone_place trap) {
  if (hagstone_options.scope != HAGSTONE_SCOPE_ALWAYS) {
    const uint32_t number = hagstone_redundant_load_pair(load->place, load->time, trap, hagstone_clock);
    return number ? hagstone_record_of_pair(number) : 0;
  }
  const struct hagstone_pair_key key = {load->place, trap, load->scope, 0};
  struct hagstone_exact_pair *pair = hagstone_find_pair(&pairs, &key);
  return pair ? pair : hagstone_add_pair(&pairs, &key, load->scope);
}

void hagstone_count_redundant_load(hagstone_place trap, const struct hagstone_earlier_loads *earlier, int interleaved) {
  for (uint32_t i = 0; i < earlier->count; i++) {
    const struct hagstone_earlier_load *load = &earlier->loads[i];
    struct hagstone_exact_pair *pair = pair_with(load, trap);
    if (!pair) continue;
    if (!interleaved) {
      hagstone_count_in_pair(pair, 1, load->bytes);
      continue;
    }
    pair->interleaved_instances++;
    pair->interleaved_bytes += load->bytes;
  }
}

void hagstone_count_useful_load(const struct hagstone_earlier_loads *earlier, int interleaved) {
  if (!interleaved) return;
  for (uint32_t i = 0; i < earlier->count; i++) {
    struct hagstone_without_pair *without = hagstone_without_pair_of(&without_pairs, earlier->loads[i].place);
    if (without) without->interleaved += earlier->loads[i].bytes;
  }
}

void hagstone_count_first_load(hagstone_place place, uint64_t bytes) {
  struct hagstone_without_pair *without = hagstone_without_pair_of(&without_pairs, place);
  if (without) without->first += bytes;
}

static int has_unfinished;

void hagstone_count_unfinished_load(hagstone_place place, uint64_t bytes) {
  has_unfinished = 1;
  struct hagstone_without_pair *without = hagstone_without_pair_of(&without_pairs, place);
  if (without) without->unfinished += bytes;
}

void hagstone_count_freed_load(hagstone_place place, uint64_t bytes) {
  struct hagstone_without_pair *without = hagstone_without_pair_of(&without_pairs, place);
  if (without) without->freed += bytes;
}

static void forget_unfinished(void *counters) { ((struct hagstone_without_pair *)counters)->unfinished = 0; }

void hagstone_forget_unfinished_loads(void) {
  if (has_unfinished) hagstone_visit_places(&without_pairs.places, forget_unfinished);
  has_unfinished = 0;
}

void hagstone_forget_load_counters(void) {
  hagstone_forget_pairs(&pairs);
  hagstone_forget_load_pairs();
  hagstone_forget_places(&without_pairs.places);
  hagstone_forget_scopes();
}
