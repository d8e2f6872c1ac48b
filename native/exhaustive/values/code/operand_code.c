/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "operand_code.h"

#include "libvex_guest_amd64.h"

#include "code_place.h"
#include "exhaustive/values/profile/factors.h"
#include "exhaustive/values/instruction_class.h"
#include "exhaustive/values/operations.h"
#include "exhaustive/values/repeated_operations.h"
#include "stream_code.h"
#include "exhaustive/values/value_elements.h"

enum { MOST_ELEMENTS = 8 };

/* The instruction under translation. */
static Addr address;
static UInt length;
static UInt elements[2]; /* of its first and second operands, numbered so far */
/* An integer multiplication that Valgrind may have done already. */
static struct {
  UInt bytes; /* of each; 0: it is none */
  IRExpr *values[2];
} factors;

static void begin_factors(struct hagstone_translation *translation) {
  struct hagstone_factor decoded[2];
  factors.bytes = hagstone_decode_factors(address, length, decoded);
  for (UInt i = 0; i < 2 && factors.bytes; i++) {
    if (decoded[i].is_constant) {
      const ULong mask = factors.bytes == 8 ? ~0ull : (1ull << 8 * factors.bytes) - 1;
      factors.values[i] = hagstone_ir_constant(decoded[i].constant & mask);
      continue;
    }
    const Int place = (Int)(offsetof(VexGuestAMD64State, guest_RAX) + 8u * decoded[i].number + decoded[i].offset);
    IRExpr *value = hagstone_ir_assign(translation, IRExpr_Get(place, hagstone_integer_type(factors.bytes)));
    factors.values[i] = hagstone_emit_element(translation, value, 0);
  }
}

void hagstone_begin_operands(struct hagstone_translation *translation, Addr instruction, UInt instruction_length) {
  address = instruction;
  length = instruction_length;
  elements[0] = elements[1] = 0;
  hagstone_begin_operations();
  begin_factors(translation);
}

static IROp op_of(const IRExpr *expression) {
  switch (expression->tag) {
    case Iex_Unop: return expression->Iex.Unop.op;
    case Iex_Binop: return expression->Iex.Binop.op;
    case Iex_Triop: return expression->Iex.Triop.details->op;
    case Iex_Qop: return expression->Iex.Qop.details->op;
    default: return Iop_INVALID;
  }
}

static struct hagstone_value_stream *stream_of(const struct hagstone_operation *operation, UInt which, UInt bytes) {
  if (elements[which] == MOST_ELEMENTS) return NULL;
  struct hagstone_value_table description = {
      .role = HAGSTONE_VALUE_OPERAND,
      .slot = (UShort)(which * 8 + elements[which]++),
      .instruction_class = operation->instruction_class,
      .operation = operation->operation,
      .element = operation->element,
      .bytes = (UChar)bytes,
  };
  hagstone_set_place(&description, address);
  return hagstone_value_stream(&description);
}

static void emit_operand(struct hagstone_translation *translation, const struct hagstone_operation *operation, UInt which,
                         IRExpr *operand) {
  UInt bytes = (UInt)sizeofIRType(hagstone_ir_type(translation, operand));
  if (operation->bytes && operation->bytes < bytes) bytes = operation->bytes;
  const UInt count = hagstone_value_elements(bytes);
  for (UInt i = 0; i < count; i++) {
    const UInt element_bytes = hagstone_value_element_bytes(bytes, i);
    struct hagstone_value_stream *stream = stream_of(operation, which, element_bytes);
    IRExpr *value = stream ? hagstone_emit_element(translation, operand, i) : NULL;
    if (!value) return;
    if (element_bytes == 4 && sizeofIRType(hagstone_ir_type(translation, operand)) > 4)
      value = hagstone_ir_binary(translation, Iop_And64, value, hagstone_ir_constant(0xffffffffu));
    hagstone_emit_value(translation, stream, value, NULL);
  }
}

/* Its second factor is Valgrind's first. */
static Bool is_two_operand_imul(void) {
  enum { OPERAND_SIZE = 0x66, REX = 0x40, REX_MASK = 0xf0 };
  const UChar *code = (const UChar *)address;
  while (*code == OPERAND_SIZE || (*code & REX_MASK) == REX) code++;
  return code[0] == 0x0f && code[1] == 0xaf;
}

static void emit_operands_of(struct hagstone_translation *translation, const struct hagstone_operation *operation,
                             const IRExpr *expression) {
  IRExpr *operands[2];
  const UInt count = hagstone_operands(expression, operation, operands);
  const Bool reversed = count == 2 && is_two_operand_imul();
  for (UInt i = 0; i < count; i++) emit_operand(translation, operation, i, operands[reversed ? 1 - i : i]);
}

void hagstone_emit_operands(struct hagstone_translation *translation, const IRStmt *statement) {
  if (statement->tag != Ist_WrTmp) return hagstone_note_other_statement(statement);
  const struct hagstone_operation operation = hagstone_describe_operation(op_of(statement->Ist.WrTmp.data));
  if (!operation.operation) return hagstone_note_other_statement(statement);
  hagstone_note_operation(statement);
  emit_operands_of(translation, &operation, statement->Ist.WrTmp.data);
}

/* Copies take over results too. */
static void emit_operands_taken_over(struct hagstone_translation *translation) {
  const struct hagstone_known_operation *known;
  const UInt count = hagstone_operations_taken_over(&known);
  const UChar own = count ? hagstone_instruction_operation(address, length) : 0;
  for (UInt i = 0; i < count && own; i++) {
    const struct hagstone_operation operation = hagstone_describe_operation(op_of(known[i].expression));
    if (operation.operation == own) emit_operands_of(translation, &operation, known[i].expression);
  }
}

void hagstone_end_operands(struct hagstone_translation *translation) {
  if (!factors.bytes && !elements[0]) emit_operands_taken_over(translation);
  const struct hagstone_operation multiplication = hagstone_describe_operation(Iop_Mul64);
  for (UInt i = 0; i < 2 && factors.bytes && !elements[i]; i++) {
    struct hagstone_value_stream *stream = stream_of(&multiplication, i, factors.bytes);
    if (stream) hagstone_emit_value(translation, stream, factors.values[i], NULL);
  }
  factors.bytes = 0;
}
