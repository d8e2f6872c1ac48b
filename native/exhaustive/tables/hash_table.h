/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From two numbers to one: open addressing, at most three quarters full, only grows. */
#ifndef HAGSTONE_HASH_TABLE_H
#define HAGSTONE_HASH_TABLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hagstone_hash_entry {
  uint64_t key[2];
  uint64_t value; /* 0: the entry is free */
};

/* Starts as all zeros. */
struct hagstone_hash_table {
  struct hagstone_hash_entry *entries;
  uint32_t capacity_bits;
  uint64_t count; /* of entries handed out by hagstone_hash_add */
};

/* The value of a key, null if there is none. Valid until the next hagstone_hash_add. */
uint64_t *hagstone_hash_find(const struct hagstone_hash_table *table, uint64_t first, uint64_t second);
/* The value of a key; 0 for a new one, which the caller sets. Null: no memory. Valid until the next of these. */
uint64_t *hagstone_hash_add(struct hagstone_hash_table *table, uint64_t first, uint64_t second);
/* Forgets a key. */
void hagstone_hash_remove(struct hagstone_hash_table *table, uint64_t first, uint64_t second);
/* Each entry in turn, from *position 0 on; null at the end. */
const struct hagstone_hash_entry *hagstone_hash_next(const struct hagstone_hash_table *table, uint64_t *position);
void hagstone_hash_clear(struct hagstone_hash_table *table);

#ifdef __cplusplus
}
#endif

#endif
