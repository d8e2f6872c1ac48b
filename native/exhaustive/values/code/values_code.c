/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "values_code.h"

#include "exhaustive/options.h"
#include "code_place.h"
#include "operand_code.h"
#include "parameter_code.h"
#include "exhaustive/values/repeated_operations.h"
#include "result_code.h"
#include "stream_code.h"
#include "exhaustive/values/value_elements.h"

static Bool wanted(enum hagstone_value_role role) { return hagstone_options.value_roles >> role & 1; }

static Addr instruction_address; /* of the instruction under translation */

static IRExpr *element_in_memory(struct hagstone_translation *translation, IRExpr *address, UInt number, UInt bytes) {
  IRExpr *place = hagstone_ir_binary(translation, Iop_Add64, address, hagstone_ir_constant(8 * number));
  return hagstone_emit_element(translation, hagstone_ir_load(translation, hagstone_integer_type(bytes), place), 0);
}

static void after_access(struct hagstone_translation *translation, const struct hagstone_code_access *access) {
  const UInt count = hagstone_value_elements(access->bytes);
  if (!access->data && access->modifies) return; /* memory no longer has it */
  /* A narrow load under a guard is widened in the same statement. */
  const Bool apart = access->data && (UInt)sizeofIRType(hagstone_ir_type(translation, access->data)) == access->bytes;
  for (UInt i = 0; i < count; i++) {
    struct hagstone_value_stream *stream = hagstone_access_values(access->site, i);
    if (!stream) return;
    const UInt bytes = hagstone_value_element_bytes(access->bytes, i);
    IRExpr *value = apart ? hagstone_emit_element(translation, access->data, i)
                          : element_in_memory(translation, access->address, i, bytes);
    if (value) hagstone_emit_value(translation, stream, value, access->guard);
  }
}

const struct hagstone_code_hooks hagstone_values_code = {.after_load = after_access, .after_store = after_access};

static void begin_superblock(struct hagstone_translation *translation, Addr address) {
  hagstone_begin_streams();
  hagstone_forget_operations();
  if (wanted(HAGSTONE_VALUE_PARAMETER)) hagstone_emit_parameters(translation, address);
}

static void begin_instruction(struct hagstone_translation *translation, Addr address, UInt length) {
  instruction_address = address;
  if (wanted(HAGSTONE_VALUE_RESULT)) hagstone_begin_results(address, length);
  if (wanted(HAGSTONE_VALUE_OPERAND)) hagstone_begin_operands(translation, address, length);
}

static void after_statement(struct hagstone_translation *translation, const IRStmt *statement) {
  if (wanted(HAGSTONE_VALUE_RESULT)) hagstone_note_result(translation, statement);
  if (wanted(HAGSTONE_VALUE_OPERAND)) hagstone_emit_operands(translation, statement);
}

static void end_instruction(struct hagstone_translation *translation) {
  hagstone_emit_results(translation);
  if (wanted(HAGSTONE_VALUE_OPERAND)) hagstone_end_operands(translation);
}

static void call(struct hagstone_translation *translation, const IRExpr *target) {
  if (wanted(HAGSTONE_VALUE_PARAMETER)) hagstone_note_call(target);
}

/* Where a computed call or jump goes: the estimate of results from loads alone (Calder, Feller and Eustace, section 6)
 * needs this of jump tables, pointers to functions, and calls of other modules. */
static void indirect(struct hagstone_translation *translation, IRExpr *target) {
  if (!wanted(HAGSTONE_VALUE_LOADED) || !wanted(HAGSTONE_VALUE_RESULT)) return;
  struct hagstone_value_table description = {.role = HAGSTONE_VALUE_TARGET, .bytes = sizeof(ULong)};
  hagstone_set_place(&description, instruction_address);
  struct hagstone_value_stream *stream = hagstone_value_stream(&description);
  if (stream) hagstone_emit_value(translation, stream, target, NULL);
}

const struct hagstone_instruction_hooks hagstone_values_instructions = {
    .begin_superblock = begin_superblock,
    .begin_instruction = begin_instruction,
    .after_statement = after_statement,
    .before_exit = hagstone_emit_early_results,
    .end_instruction = end_instruction,
    .call = call,
    .indirect = indirect,
};
