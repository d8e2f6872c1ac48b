/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The tool registers in translated code: a register's value before its instruction is compared with its value
 * behind it. Needs all register writes of each instruction in the translation (VexRegUpdAllregsAtEachInsn). Where the
 * tool is not wanted all of this does nothing. */
#ifndef HAGSTONE_REGISTER_CODE_H
#define HAGSTONE_REGISTER_CODE_H

#include "exhaustive/translation/instrumentation.h"
#include "exhaustive/registers/register_pairs.h"

void hagstone_begin_register_superblock(void);
/* Finds the register writes among the statements of an instruction, which begins at the IMark with this index. */
void hagstone_begin_register_instruction(struct hagstone_translation *translation, const IRSB *in, Int mark);
/* To be called before and after the statement with this index is copied. */
void hagstone_emit_before_registers(struct hagstone_translation *translation, const IRSB *in, Int statement);
void hagstone_emit_after_registers(struct hagstone_translation *translation, const IRSB *in, Int statement);
/* Before the code that ends the superblock. */
void hagstone_end_register_superblock(struct hagstone_translation *translation);
/* The writes that are complete with a statement, one by one; null after the last. */
const struct hagstone_site *hagstone_completed_register(Int statement, UInt index);

#endif
