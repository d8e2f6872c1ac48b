/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Blocks: code that runs from beginning to end once it is entered, with the accesses that each execution makes
 * (raw_format.h, struct hagstone_block). Interned by their contents, since the same code is translated several times. */
#ifndef HAGSTONE_BLOCKS_H
#define HAGSTONE_BLOCKS_H

#include <stdint.h>

#include "common/raw_format.h"
#include "exhaustive/measurement.h"

/* Most accesses of one block; a longer run of code makes several. */
enum { HAGSTONE_MOST_BLOCK_ACCESSES = 256 };

struct hagstone_block_contents {
  uint64_t address; /* run-time, of the first instruction */
  uint32_t instruction_count;
  uint32_t access_count;
  uint32_t first_sites[2]; /* of its first load, and of its first store; 0: none */
  uint32_t missing; /* accesses of its instructions that the translation leaves out (statistic dropped_access_form) */
  uint32_t instructions_to_last_access;
  struct hagstone_block_access accesses[HAGSTONE_MOST_BLOCK_ACCESSES];
  uint16_t instructions_to[HAGSTONE_MOST_BLOCK_ACCESSES]; /* each access from the one before */
};

/* Returns 0, or why there can be no blocks. */
const char *hagstone_start_blocks(void);

/* Number of the block, from 1. 0: no room. */
uint32_t hagstone_block(const struct hagstone_block_contents *contents);
/* Id of its record, written on first use. 0: no room. */
uint32_t hagstone_block_record(uint32_t number);
/* Executions in all contexts together, where they are not counted by context. */
uint64_t *hagstone_block_total(uint32_t number);
/* Copies them into the recording, if there are any. */
void hagstone_record_block_total(uint32_t number);
void hagstone_visit_blocks(void (*visit)(uint32_t number));

struct hagstone_block_sums {
  uint64_t loads, load_bytes, stores, store_bytes, instructions, missing;
};
/* Adds the numbers of `count` executions of a block. */
void hagstone_add_block(uint32_t number, uint64_t count, struct hagstone_block_sums *sums);

/* In the child of a fork: nothing is recorded or counted yet. */
void hagstone_forget_blocks(void);

#endif
