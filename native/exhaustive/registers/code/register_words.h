/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Values of registers in translated code, as words of 8 bytes, and comparing them. */
#ifndef HAGSTONE_REGISTER_WORDS_H
#define HAGSTONE_REGISTER_WORDS_H

#include "register_statements.h"

/* Words of the value of a write: 1, 2 or 4. */
UInt hagstone_register_words(const struct hagstone_pending_write *write);

/* The value as it is here. */
void hagstone_read_register(struct hagstone_translation *translation, const struct hagstone_pending_write *write,
                            IRExpr **words);
/* The same behind the statement that completes the write. */
void hagstone_read_written_register(struct hagstone_translation *translation, const IRSB *in,
                                    const struct hagstone_pending_write *write, IRExpr **words);

/* An integer or a double as I64, zero-extended. */
IRExpr *hagstone_widen_register(struct hagstone_translation *translation, IRExpr *value);

/* I1: whether `after` may repeat the value before; too often true for floating point, exact for all else. */
IRExpr *hagstone_register_may_repeat(struct hagstone_translation *translation, const struct hagstone_pending_write *write,
                                     IRExpr *const *after);

#endif
