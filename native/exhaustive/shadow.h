/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where shadow memory lies. The program and Valgrind live below 2^45; Valgrind's address space manager and
 * memory_events.h keep the program below HAGSTONE_PROGRAM_END (128 GB). Each shadow is linear from a base of its own, so that translated code finds the
 * shadow of an address with one mask and one addition. Addresses above the program's end (wild pointers) are masked:
 * their own access faults as it would natively. */
#ifndef HAGSTONE_SHADOW_H
#define HAGSTONE_SHADOW_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HAGSTONE_PROGRAM_END 0x2000000000ull
#define HAGSTONE_PROGRAM_MASK (HAGSTONE_PROGRAM_END - 1)

/* Each has 2 TB: up to 16 bytes of shadow for each byte of the program. Append, never use one for two things. */
enum hagstone_shadow {
  HAGSTONE_SHADOW_STORES = 0,          /* last store: one word of 8 bytes for each 4 bytes */
  HAGSTONE_SHADOW_STORE_REPEATS = 1,   /* by site */
  HAGSTONE_SHADOW_STORE_TIMES = 2,     /* when each byte was stored: 8 bytes for each byte, where scopes ask for it */
  HAGSTONE_SHADOW_LOADS = 4,           /* last loads: loads/shadow/load_shadow.h */
  HAGSTONE_SHADOW_LOADS_BY_BYTE = 5,
  HAGSTONE_SHADOW_LOADS_THREADS = 6,
  HAGSTONE_SHADOW_OBJECTS = 7,
  HAGSTONE_SHADOW_SITES = 11,          /* of the engine itself */
  HAGSTONE_SHADOW_CONTEXTS = 12,
  HAGSTONE_SHADOW_BLOCKS = 13,
  HAGSTONE_SHADOW_CALL_SITES = 14,
  HAGSTONE_SHADOW_STORES_UNREAD = 15,  /* one byte for each byte: stored and not read since */
  HAGSTONE_SHADOW_CONTEXT_TABLES = 16,
  HAGSTONE_SHADOW_SUPERBLOCKS = 17,
  HAGSTONE_SHADOW_CONTEXT_SUMS = 18,
  HAGSTONE_SHADOW_CONTEXT_SUM_SITES = 19,
  HAGSTONE_SHADOW_LASTING = 20,        /* lasting_memory.h */
  HAGSTONE_SHADOW_LOAD_PAIRS = 21,     /* loads/pairs/load_pairs.h */
  HAGSTONE_SHADOW_PAIR_RECORDS = 22,   /* counted_pairs.h */
  HAGSTONE_SHADOW_STORE_PAIRS = 23,    /* stores/pair_counts.h */
  HAGSTONE_SHADOW_OTHER_WATCHES = 24,  /* loads/pairs/place_pairs.h */
  HAGSTONE_SHADOW_COUNT = 25
};

#define HAGSTONE_SHADOW_BYTES 0x20000000000ull
/* First address of a shadow, a constant that translated code may contain. */
#define HAGSTONE_SHADOW_BASE(shadow) (0x200000000000ull + (uint64_t)(shadow) * HAGSTONE_SHADOW_BYTES)

/* Reserves the first `bytes` of a shadow, all zeros; pages take memory once they are written. Returns 0, or why not (one
 * sentence with the remedy). */
const char *hagstone_reserve_shadow(enum hagstone_shadow shadow, uint64_t bytes);

/* The same for tables that fill from the beginning and are accessed randomly: in huge pages if the kernel has them. */
const char *hagstone_reserve_dense_shadow(enum hagstone_shadow shadow, uint64_t bytes);

/* Zeroes a range, giving whole pages back to the kernel. */
void hagstone_clear_shadow(uint64_t address, uint64_t bytes);

#ifdef __cplusplus
}
#endif

#endif
