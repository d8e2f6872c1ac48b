/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Profiles the operands of divisions, square roots and multiplications (role OPERAND). Where an instruction works on
 * several numbers at once, or Valgrind translates it into several operations, their 8-byte elements are numbered on. */
#ifndef HAGSTONE_OPERAND_CODE_H
#define HAGSTONE_OPERAND_CODE_H

#include "exhaustive/translation/instrumentation.h"

void hagstone_begin_operands(struct hagstone_translation *translation, Addr address, UInt length);
/* After `statement`, which computes a temporary. */
void hagstone_emit_operands(struct hagstone_translation *translation, const IRStmt *statement);
/* At the end of the instruction: multiplications that Valgrind made while it translated or for an earlier instruction. */
void hagstone_end_operands(struct hagstone_translation *translation);

#endif
