/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Pairs of register writes: REDUNDANT_WITH (metrics.md section 7). */
#ifndef HAGSTONE_REGISTER_PAIRS_H
#define HAGSTONE_REGISTER_PAIRS_H

#include "exhaustive/instructions/instruction_writes.h"
#include "exhaustive/pairs/pairs.h"
#include "last_writers.h"

/* One register write of one instruction, equal in all translations. */
struct hagstone_written_register {
  const struct hagstone_site *site;
  struct hagstone_register_write write;
  uint8_t has_companions; /* the instruction writes other registers too */
  struct hagstone_written_register *next; /* of all that there are */
  /* The pair of its latest repetition. */
  hagstone_place latest_writer;           /* 0: none */
  hagstone_calling_context latest_context;
  struct hagstone_exact_pair *latest_pair;
  uint64_t *instructions;                 /* statistic of repeating instructions; null: not looked up yet */
};

/* The write number `number` of the instruction at the run-time address. Null: no room. */
struct hagstone_written_register *hagstone_written_register_of(uint64_t instruction,
                                                               const struct hagstone_instruction_writes *writes,
                                                               uint32_t number);

/* An execution in `context` repeated the value of `shares`, the earlier writers of its bytes. Returns 0 if none of them
 * is known: then nothing was repeated. */
int hagstone_count_repeated_register(struct hagstone_written_register *written, hagstone_calling_context context,
                                     const struct hagstone_written_share *shares, uint32_t share_count);

/* Counts an instruction that repeated one of its registers: once for all of them. */
void hagstone_count_repeating_instruction(struct hagstone_written_register *written);

/* In the child of a fork: there are no counters yet. */
void hagstone_forget_register_pairs(void);

#endif
