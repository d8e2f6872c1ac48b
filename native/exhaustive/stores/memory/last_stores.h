/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The last store of each byte, and whether it has been read since.
 *
 * Two linear shadows (../shadow.h), so that translated code reads and writes them without a call:
 *   owners    one word for each granule of 4 bytes: the last store of its bytes;
 *   unread    one byte for each byte: 1 from a store until the next load. A load of any length and alignment is thus one
 *             store of zeros. It says nothing about bytes that have no owner.
 * A granule whose bytes have several owners, or that a second thread accesses, has them in a structure of its own
 * (mixed_stores.h, shared_stores.h), to which its owner word then points. */
#ifndef HAGSTONE_EXHAUSTIVE_LAST_STORES_H
#define HAGSTONE_EXHAUSTIVE_LAST_STORES_H

#include "exhaustive/pairs/pairs.h"
#include "exhaustive/shadow.h"
#include "exhaustive/stores/store_counters.h"
#include "owner_words.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the unread bytes begin. Not at a multiple of 4096: processors take a load for one of the bytes stored just before
 * when the lowest 12 bits of both addresses agree, and wait. */
#define HAGSTONE_UNREAD_BASE (HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_STORES_UNREAD) + 0x840)

/* Shadows of a program address. */
static inline uint64_t *hagstone_owner_at(uint64_t address) {
  return (uint64_t *)(HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_STORES) +
                      2 * (address & HAGSTONE_PROGRAM_MASK & ~(uint64_t)(HAGSTONE_GRANULE_BYTES - 1)));
}
static inline uint8_t *hagstone_unread_at(uint64_t address) {
  return (uint8_t *)(HAGSTONE_UNREAD_BASE + (address & HAGSTONE_PROGRAM_MASK));
}

extern int hagstone_last_stores_have_several_threads;

/* One store, after it. */
struct hagstone_store {
  uint64_t address;
  uint64_t bytes;
  hagstone_place place;
  uint32_t thread;
  const uint8_t *before; /* the old value; null: unknown */
};

/* The last stores to bytes that all have the same owner. */
struct hagstone_uniform_stores {
  hagstone_place place;
  uint32_t unread; /* of the bytes */
};

/* The common case of hagstone_exchange_last_stores, in few instructions: all of the 4 or a multiple of 8 bytes at a
 * multiple of 4 have one owner, and no other thread has been there. Returns 0, with nothing done, where it is not that. */
static inline int hagstone_exchange_uniform_stores(uint64_t address, uint32_t bytes, hagstone_place place,
                                                   struct hagstone_uniform_stores *before) {
  if (address % HAGSTONE_GRANULE_BYTES || hagstone_last_stores_have_several_threads) return 0;
  uint64_t *owners = hagstone_owner_at(address);
  const uint64_t owner = owners[0];
  if ((owner & HAGSTONE_OWNER_VALID) != HAGSTONE_OWNER_VALID || owner & (HAGSTONE_OWNER_MIXED | HAGSTONE_OWNER_SHARED))
    return 0;
  for (uint32_t i = 1; i < bytes / HAGSTONE_GRANULE_BYTES; i++)
    if (owners[i] != owner) return 0;
  before->place = hagstone_owner_place(owner);
  uint8_t *unread = hagstone_unread_at(address);
  const uint32_t step = bytes < 8 ? HAGSTONE_GRANULE_BYTES : 8;
  before->unread = 0;
  for (uint32_t i = 0; i < bytes; i += step) {
    const uint64_t ones = 0x0101010101010101ull;
    uint64_t bits = 0;
    __builtin_memcpy(&bits, unread + i, step);
    before->unread += (uint32_t)(bits * ones >> 56);
    __builtin_memcpy(unread + i, &ones, step);
  }
  for (uint32_t i = 0; i < bytes / HAGSTONE_GRANULE_BYTES; i++)
    owners[i] = hagstone_owner_of_place(place, HAGSTONE_OWNER_VALID);
  return 1;
}

/* The same if the bytes were never stored, and the other bytes of their granules were not stored either or belong to
   `place`. */
int hagstone_exchange_no_stores(uint64_t address, uint32_t bytes, hagstone_place place);

/* The same as the first for one or two bytes of a granule, regardless of its other bytes. */
int hagstone_exchange_last_part(uint64_t address, uint32_t bytes, hagstone_place place,
                                struct hagstone_uniform_stores *before);

/* Reserves the shadows. Returns 0, or why not (one sentence with the remedy). */
const char *hagstone_start_last_stores(void);

/* Makes `store` the last one of its bytes, unread; adds their earlier stores to `history`. */
void hagstone_exchange_last_stores(const struct hagstone_store *store, struct hagstone_store_history *history);

/* The thread has read the bytes. `interleaved` is called with those that it had stored itself, unread until now, and
 * another thread accessed in between. Where there is one thread only, nothing is ever interleaved. */
void hagstone_read_last_stores(uint64_t address, uint64_t bytes, uint32_t thread,
                               void (*interleaved)(hagstone_place place, uint64_t bytes));

/* From now on accesses by other threads are looked for. */
void hagstone_last_stores_of_several_threads(void);

/* Calls `end` for the known stores of the range, and forgets them. */
void hagstone_end_last_stores(uint64_t address, uint64_t bytes, hagstone_end_stores *end);
/* The same for all of memory. */
void hagstone_end_all_last_stores(hagstone_end_stores *end);
/* Calls `end` in the same way, but everything stays known. */
void hagstone_visit_all_last_stores(hagstone_end_stores *end);

#ifdef __cplusplus
}
#endif

#endif
