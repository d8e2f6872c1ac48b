/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "instruction_code.h"

#include "exhaustive/measurements.h"

static const struct hagstone_instruction_hooks *hooks[HAGSTONE_MOST_MEASUREMENTS];
static UInt hook_count;

void hagstone_start_instruction_code(void) {
  for (UInt i = 0; i < hagstone_active_count; i++)
    if (hagstone_active[i]->instructions) hooks[hook_count++] = hagstone_active[i]->instructions;
}

#define CALL(hook, ...) \
  for (UInt i = 0; i < hook_count; i++) \
    if (hooks[i]->hook) hooks[i]->hook(__VA_ARGS__)

void hagstone_emit_begin_superblock(struct hagstone_translation *translation, Addr address) {
  CALL(begin_superblock, translation, address);
}

void hagstone_emit_begin_instruction(struct hagstone_translation *translation, Addr address, UInt length) {
  CALL(begin_instruction, translation, address, length);
}

void hagstone_emit_after_statement(struct hagstone_translation *translation, const IRStmt *statement) {
  CALL(after_statement, translation, statement);
}

void hagstone_emit_before_exit(struct hagstone_translation *translation) { CALL(before_exit, translation); }

void hagstone_emit_end_instruction(struct hagstone_translation *translation) { CALL(end_instruction, translation); }

void hagstone_emit_call_seen(struct hagstone_translation *translation, const IRExpr *target) {
  CALL(call, translation, target);
}

void hagstone_emit_indirect(struct hagstone_translation *translation, IRExpr *target) {
  CALL(indirect, translation, target);
}
