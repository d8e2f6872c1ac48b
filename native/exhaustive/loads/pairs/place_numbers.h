/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Places of loads as numbers of 32 bits, of which shadow memory keeps one for each granule or byte (load_shadow.h).
 * A place may have several numbers: each superblock has its own consecutive ones for its loads in each calling
 * context, so that one look at the context serves all of its loads. */
#ifndef HAGSTONE_EXHAUSTIVE_PLACE_NUMBERS_H
#define HAGSTONE_EXHAUSTIVE_PLACE_NUMBERS_H

#include <stdint.h>

#include "exhaustive/pairs/pairs.h"
#include "numbered_places.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_LONGEST_LOAD_BLOCK = 128 };

/* The loads of a superblock; read by translated code. */
struct hagstone_load_block {
  uint64_t context; /* in which it ran last; 0: in none since hagstone_leave_load_blocks */
  uint64_t numbers; /* its first number there, twice: HAGSTONE_TWICE, */
  struct hagstone_place_pairs *pairs; /* and its counts by place_pairs.h */
  uint32_t id;
  uint32_t count;
  uint32_t *sites; /* the latest block has room for HAGSTONE_LONGEST_LOAD_BLOCK, the others have no more */
};

#define HAGSTONE_TWICE(number) ((uint64_t)(number) * 0x100000001ull)

/* Returns 0, or why there can be no numbers. */
const char *hagstone_start_place_numbers(void);

/* The one before is complete. Null: no memory. */
struct hagstone_load_block *hagstone_new_load_block(void);

/* The block is about to run in another context than before. Numbers beyond the last possible are 0, counted as
 * dropped_pairs_full. */
void hagstone_enter_load_block(struct hagstone_load_block *block, hagstone_calling_context context);

/* The next code to run enters its block. Not to be called while a superblock runs. */
void hagstone_leave_load_blocks(void);

/* One past the greatest number. */
uint32_t hagstone_place_numbers_end(void);

/* The number of a load outside of any superblock. 0: no room, counted. */
uint32_t hagstone_number_of_place(hagstone_place place);

#ifdef __cplusplus
}
#endif

#endif
