/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Profiles the registers that instructions write, of those that do more than load (role RESULT). The stack pointer's
 * moves by push, pop, call and ret are left out. Values are those in the guest state when the instruction is done; of x87
 * registers the doubles that Valgrind keeps in their place. */
#ifndef HAGSTONE_RESULT_CODE_H
#define HAGSTONE_RESULT_CODE_H

#include "exhaustive/translation/instrumentation.h"

void hagstone_begin_results(Addr address, UInt length);
/* A statement of the instruction that writes registers. */
void hagstone_note_result(struct hagstone_translation *translation, const IRStmt *statement);
/* Emits the profiling of the results that are there already, once. */
void hagstone_emit_early_results(struct hagstone_translation *translation);
/* Emits the profiling of all others. Valgrind does not know registers that no statement writes (R11 after system calls):
 * they have no values. */
void hagstone_emit_results(struct hagstone_translation *translation);

#endif
