/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The superblock under translation, and the state that the parts of its code share. */
#ifndef HAGSTONE_SUPERBLOCK_H
#define HAGSTONE_SUPERBLOCK_H

#include "pub_tool_basics.h"
#include "libvex_ir.h"

#include "exhaustive/contexts/executions.h"

struct hagstone_translation {
  IRSB *out;
  IRExpr *context;          /* I64, null: not loaded yet */
  IRExpr *remaining;        /* I64: hagstone_engine.remaining at the entry; null: there are no windows */
  ULong instructions;       /* since then */
  IRExpr *counters;         /* I64: place of the first block's counter, of block_code.c like the rest */
  IRExpr *cache_place, *superblock, *superblock_argument; /* constants, set at the end */
  UInt block_count;
  /* For redundant loads (loads/load_code.c); null: none yet. */
  struct hagstone_load_block *load_block;
  IRExpr *load_numbers;
  IRExpr *load_pairs;
  IRExpr *load_time;        /* until the next loop header */
  IRExpr *number_and_time;  /* load_numbers, their low half, and above it load_time's */
  /* For reuse distances (reuse/reuse_code.c); null: no entry is open. */
  struct hagstone_batch_block *batch_block;
  IRExpr *batch_entry;      /* I64: its place */
  IRExpr *batch_entry_end;  /* constant: its length so far */
  /* Last: not cleared for each superblock. */
  UInt blocks[HAGSTONE_MOST_BLOCKS_OF_SUPERBLOCK];
};

/* Begins a new superblock, without statements yet, for `in`. */
void hagstone_begin_translation(struct hagstone_translation *translation, const IRSB *in);

#endif
