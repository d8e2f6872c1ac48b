/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Register writes that translated code compares one after another and then counts by one call. A batch has the writes
 * of a stretch of code without a way out; a register's last writer is known within it when it is translated, and is
 * put into the thread's state (last_writers.h) at its end only. A fault in its midst leaves it uncounted, as it leaves
 * the execution of its block. */
#ifndef HAGSTONE_REGISTER_BATCH_H
#define HAGSTONE_REGISTER_BATCH_H

#include "register_pairs.h"

/* One bit for each in a word. */
enum { HAGSTONE_MOST_BATCH_CHECKS = 60 };

/* The checks that can be counted directly once the pair is the one of the latest repetition. */
enum hagstone_register_check_form {
  HAGSTONE_CHECK_OTHER,
  HAGSTONE_CHECK_EXACT, /* one writer, and not of floating point */
  HAGSTONE_CHECK_DOUBLE /* one writer */
};

/* One write. */
struct hagstone_register_check {
  struct hagstone_written_register *written;
  uint32_t site;          /* id of its site */
  uint32_t previous_site; /* of the one writer of the value, if that is a write of the batch; 0: it is not */
  /* Places in the thread's state. */
  uint16_t writer;        /* of the first part of the value; of doubles the next part has its writer behind it */
  uint16_t value_before;  /* values of floating point, which are compared again; 0: others */
  uint16_t value_after;
  uint8_t previous[HAGSTONE_VECTOR_PARTS]; /* by part of the register: number of the check, from 1, whose write was the
                                              latest; 0: the thread's state has the writer */
  uint8_t form;           /* enum hagstone_register_check_form; the instruction has no other writes unless it is OTHER */
  uint8_t instruction;    /* number of its instruction in the superblock, from 1 */
  uint8_t is_split;       /* its instruction has writes in another batch too */
};

struct hagstone_register_batch {
  uint32_t count;
  struct hagstone_register_check checks[];
};

/* Called by translated code at the end of the stretch, in the calling context `context`: bit count - 1 - i of `repeated`
 * says that check i may have left what was there; of values that are not of floating point, that it has. `registers` is
 * Valgrind's state of the thread. */
void hagstone_count_register_batch(const struct hagstone_register_batch *batch, void *registers, uint64_t repeated);

#endif
