/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Batches of register writes (register_batch.h) in translated code. For each write:
 *
 *   before the first statement that makes it:   before := value, kept in the thread's state if it may be needed again
 *   behind the last one:                        repeated := 2 * repeated + (value may be unchanged)
 *   at the end of the batch:                    call hagstone_count_register_batch if any bit is set
 *                                               last writers := those of the batch */
#ifndef HAGSTONE_REGISTER_BATCH_CODE_H
#define HAGSTONE_REGISTER_BATCH_CODE_H

#include "register_statements.h"

void hagstone_begin_register_batches(void);
/* Before the first statement of an instruction. */
void hagstone_begin_batch_instruction(struct hagstone_translation *translation);
/* Whether the batch has to end before a statement because that overwrites a value which is needed again. `writes`: of its
 * instruction. */
Bool hagstone_batch_loses_value(const IRSB *in, const struct hagstone_pending_writes *writes, Int statement);
/* Before the first and behind the last statement of a write to any file but the x87. */
void hagstone_begin_batched_write(struct hagstone_translation *translation, struct hagstone_pending_write *write);
void hagstone_end_batched_write(struct hagstone_translation *translation, const IRSB *in,
                                const struct hagstone_pending_write *write);
/* Ends the batch. `is_inside`: in the midst of the writes of an instruction. */
void hagstone_end_register_batch(struct hagstone_translation *translation, Bool is_inside);

/* I64: the place of the write in the running calling context. */
IRExpr *hagstone_emit_place(struct hagstone_translation *translation, const struct hagstone_pending_write *write);
/* Calls a function whose second argument is the thread's state, whose first is `first`. */
void hagstone_call_with_registers(struct hagstone_translation *translation, IRExpr *guard, const HChar *name,
                                  void *function, const void *first, UInt count, IRExpr *const *more);

#endif
