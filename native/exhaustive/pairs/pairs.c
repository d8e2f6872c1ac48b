/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "pairs.h"

#include "common/compare.h"
#include "common/raw_format.h"

uint64_t hagstone_bytes_in_pairs[HAGSTONE_TOOL_VALUES + 1];

static struct hagstone_place_key key_of(const struct hagstone_pair_key *pair) {
  const struct hagstone_place_key key = {pair->watch, pair->trap, (uint64_t)pair->scope << 32 | pair->object};
  return key;
}

static int is_plain(const struct hagstone_pair_key *pair) { return !pair->scope && !pair->object; }

static int counted(int has_room) {
  if (!has_room) ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
  return has_room;
}

static uint32_t leaf_of(hagstone_place place) {
  return hagstone_leaf(hagstone_place_context(place), hagstone_site_of(hagstone_place_site(place)));
}

struct hagstone_exact_pair *hagstone_find_pair(const struct hagstone_pair_table *table,
                                               const struct hagstone_pair_key *key) {
  if (is_plain(key)) return hagstone_indexed_pair(&table->plain, key->watch, key->trap);
  const struct hagstone_place_key place_key = key_of(key);
  return hagstone_place_find(&table->places, &place_key);
}

struct hagstone_exact_pair *hagstone_record_pair(const struct hagstone_pair_kind *kind, const struct hagstone_pair_key *key,
                                                 uint32_t scope) {
  const struct hagstone_site *trap = hagstone_site_of(hagstone_place_site(key->trap));
  uint32_t flags = trap->kind == HAGSTONE_LOADED_REGISTER ? (uint32_t)HAGSTONE_PAIR_LOADED : 0;
  if (kind->approximates && trap->element != HAGSTONE_ELEMENT_BYTES) flags |= HAGSTONE_PAIR_APPROXIMATE;
  return hagstone_new_exact_pair(kind->tool, kind->relation, flags, leaf_of(key->watch), leaf_of(key->trap), scope,
                                 key->object);
}

struct hagstone_exact_pair *hagstone_add_pair(struct hagstone_pair_table *table, const struct hagstone_pair_key *key,
                                              uint32_t scope) {
  const int plain = is_plain(key);
  if (!counted(plain ? hagstone_make_room_in_pair_index(&table->plain) : hagstone_place_make_room(&table->places)))
    return 0;
  const struct hagstone_pair_kind kind = {table->tool, table->relation, table->approximates};
  struct hagstone_exact_pair *pair = hagstone_record_pair(&kind, key, scope);
  if (!pair) return 0;
  const struct hagstone_place_key place_key = key_of(key);
  if (plain)
    hagstone_index_pair(&table->plain, key->watch, key->trap, pair);
  else
    hagstone_place_add(&table->places, &place_key, pair);
  return pair;
}

void hagstone_forget_pairs(struct hagstone_pair_table *table) {
  hagstone_forget_indexed_pairs(&table->plain);
  hagstone_forget_places(&table->places);
}

struct hagstone_exact_pair *hagstone_pair(struct hagstone_pair_table *table, hagstone_place watch, hagstone_place trap) {
  const struct hagstone_pair_key key = {watch, trap, 0, 0};
  struct hagstone_exact_pair *pair = hagstone_find_pair(table, &key);
  return pair ? pair : hagstone_add_pair(table, &key, 0);
}

void hagstone_expect_without_pair(const struct hagstone_without_pair_table *table, hagstone_place place) {
  const struct hagstone_place_key key = {place, 0, 0};
  hagstone_place_expect(&table->places, &key);
}

struct hagstone_without_pair *hagstone_without_pair_of(struct hagstone_without_pair_table *table, hagstone_place place) {
  const struct hagstone_place_key key = {place, 0, 0};
  struct hagstone_without_pair *counters = hagstone_place_find(&table->places, &key);
  if (counters || !counted(hagstone_place_make_room(&table->places))) return counters;
  const struct hagstone_without_pair fresh = {leaf_of(place), table->tool, 0, 0, 0, 0};
  counters = hagstone_new_counter(HAGSTONE_RECORD_WITHOUT_PAIR, &fresh, sizeof fresh);
  if (counters) hagstone_place_add(&table->places, &key, counters);
  return counters;
}
