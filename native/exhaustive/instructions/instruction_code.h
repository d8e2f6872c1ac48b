/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Calls the hooks of the measurements that want to see instructions (instrumentation.h). */
#ifndef HAGSTONE_INSTRUCTION_CODE_H
#define HAGSTONE_INSTRUCTION_CODE_H

#include "exhaustive/translation/instrumentation.h"

/* Once the measurements are known. */
void hagstone_start_instruction_code(void);

/* Like the members of struct hagstone_instruction_hooks. */
void hagstone_emit_begin_superblock(struct hagstone_translation *translation, Addr address);
void hagstone_emit_begin_instruction(struct hagstone_translation *translation, Addr address, UInt length);
void hagstone_emit_after_statement(struct hagstone_translation *translation, const IRStmt *statement);
void hagstone_emit_before_exit(struct hagstone_translation *translation);
void hagstone_emit_end_instruction(struct hagstone_translation *translation);
void hagstone_emit_call_seen(struct hagstone_translation *translation, const IRExpr *target);
void hagstone_emit_indirect(struct hagstone_translation *translation, IRExpr *target);

#endif
