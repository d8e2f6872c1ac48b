/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How often code runs, by calling context: the use of every context follows from that and from the accesses that each
 * execution makes (raw_format.h, struct hagstone_block). Translated code increments a counter in the recording, found
 * by a memo of the last context; here is what happens when the context changed. */
#ifndef HAGSTONE_BLOCKS_H
#define HAGSTONE_BLOCKS_H

#include <stdint.h>

#include "common/raw_format.h"
#include "measurement.h"

/* Most accesses of one block; a longer run of code makes several. */
enum { HAGSTONE_MOST_BLOCK_ACCESSES = 256 };

struct hagstone_block_contents {
  uint64_t address; /* run-time, of the first instruction */
  uint32_t instruction_count;
  uint32_t access_count;
  uint32_t missing; /* accesses of its instructions that the translation leaves out (statistic dropped_access_form) */
  struct hagstone_block_access accesses[HAGSTONE_MOST_BLOCK_ACCESSES];
};

/* What translated code reads: at constant offsets, the memo first. */
struct hagstone_block_memo {
  uint64_t context;   /* for which `counter` stands */
  uint64_t *counter;  /* never null */
};

/* Interned by its contents. Null: no room. */
struct hagstone_block_memo *hagstone_block(const struct hagstone_block_contents *contents);

/* Called by translated code: makes the memo stand for the running context. */
void hagstone_find_block_counter(struct hagstone_block_memo *memo);
/* Of the counting run: one counter for all contexts, in memory of its own that hagstone_sum_up_blocks copies into the
 * recording. */
uint64_t *hagstone_total_block_counter(struct hagstone_block_memo *memo);

/* Accesses that no block tells (guarded ones, system calls), in the running context. */
void hagstone_count_access(const struct hagstone_site *site, uint64_t bytes);
void hagstone_count_access_in(hagstone_calling_context context, const struct hagstone_site *site, uint64_t bytes);

/* Sums all counters up into the statistics of the recording. */
void hagstone_sum_up_blocks(void);

/* In the child of a fork: the counters are gone. */
void hagstone_forget_block_counters(void);

#endif
