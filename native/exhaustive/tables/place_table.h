/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A hash table with keys of three numbers. It only grows: open addressing, at most three
 * quarters full. */
#ifndef HAGSTONE_PLACE_TABLE_H
#define HAGSTONE_PLACE_TABLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The first number of a key is never 0. */
struct hagstone_place_key {
  uint64_t first;
  uint64_t second;
  uint64_t third;
};

/* Starts as all zeros. */
struct hagstone_place_table {
  struct hagstone_place_entry *entries; /* null: empty */
  uint32_t capacity_bits;
  uint64_t count;
};

/* Prefetches the data that hagstone_place_find reads. */
void hagstone_place_expect(const struct hagstone_place_table *table, const struct hagstone_place_key *key);

/* Null if the key is not there. */
void *hagstone_place_find(const struct hagstone_place_table *table, const struct hagstone_place_key *key);

/* Returns 0 when there is no memory for one more. */
int hagstone_place_make_room(struct hagstone_place_table *table);
/* Adds a key that is not there, after room was made for it. `value` is not null. */
void hagstone_place_add(struct hagstone_place_table *table, const struct hagstone_place_key *key, void *value);

/* Calls `visit` with every value. */
void hagstone_visit_places(const struct hagstone_place_table *table, void (*visit)(void *value));

/* Empties the table. */
void hagstone_forget_places(struct hagstone_place_table *table);

#ifdef __cplusplus
}
#endif

#endif
