/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The statements of Valgrind's intermediate code for the register writes of the instruction under translation. */
#ifndef HAGSTONE_REGISTER_STATEMENTS_H
#define HAGSTONE_REGISTER_STATEMENTS_H

#include "exhaustive/translation/instrumentation.h"
#include "exhaustive/registers/register_pairs.h"

enum { HAGSTONE_MOST_REGISTER_WORDS = 4 };

/* A write. */
struct hagstone_pending_write {
  struct hagstone_written_register *written;
  Int first, last;         /* statements */
  const IRPutI *put;       /* x87; null: another file */
  /* For callers that emit code. */
  IRExpr *before[HAGSTONE_MOST_REGISTER_WORDS];
  UShort value_before;     /* where it is kept in the thread's state; 0: it is not */
};

struct hagstone_pending_writes {
  UInt count;
  struct hagstone_pending_write items[HAGSTONE_MOST_REGISTER_WRITES];
};

/* The writes of the instruction that begins at the IMark with this index. A write that no
 * statement makes leaves the value, or Valgrind does not know it: it is not followed, and counted as dropped_register_form. */
void hagstone_find_register_writes(const IRSB *in, Int mark, struct hagstone_pending_writes *writes);

#endif
