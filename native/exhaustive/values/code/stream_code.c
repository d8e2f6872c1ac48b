/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stream_code.h"

#include "exhaustive/options.h"

#define IR(operation, left, right) hagstone_ir_binary(translation, Iop_##operation, left, right)
#define CONSTANT(value) hagstone_ir_constant(value)

/* Address of the first stream's run, of the superblock under translation. Constants of 8 bytes stand in the processor's
 * code each time they are used, distances from a register in 4 or 1. */
static IRExpr *first_run;

void hagstone_begin_streams(void) { first_run = NULL; }

static IRExpr *place_in_hot_values(struct hagstone_translation *translation, ULong offset) {
  if (!first_run) first_run = hagstone_ir_load(translation, Ity_I64, CONSTANT((Addr)&hagstone_hot_values));
  return IR(Add64, first_run, CONSTANT(offset));
}

#define PLACE(part, field) \
  place_in_hot_values(translation, offsetof(struct hagstone_hot_values, part) + \
                                       number * sizeof hagstone_hot_values->part[0] + \
                                       offsetof(__typeof__(hagstone_hot_values->part[0]), field))

static IRExpr *load(struct hagstone_translation *translation, IRExpr *place) {
  return hagstone_ir_load(translation, Ity_I64, place);
}

static void emit_stream(struct hagstone_translation *translation, struct hagstone_value_stream *stream, IRExpr *value,
                        IRExpr *guard) {
  const ULong number = hagstone_value_stream_number(stream);
  IRExpr *one = guard ? hagstone_ir_unary(translation, Iop_1Uto64, guard) : CONSTANT(1);
  IRExpr *executions = IR(Add64, load(translation, PLACE(runs, executions)), one);
  hagstone_ir_store(translation, PLACE(runs, executions), executions);
  IRExpr *last = load(translation, PLACE(runs, last));
  IRExpr *arguments[] = {PLACE(runs, executions), value};
  if (hagstone_is_full_profile(stream)) {
    IRExpr *changed = IR(CmpNE64, value, last);
    hagstone_ir_call(translation, hagstone_ir_and(translation, changed, guard), "hagstone_value_stream_changed",
                     hagstone_value_stream_changed, 2, arguments);
    return;
  }
  IRExpr *differs = IR(And64, IR(Xor64, value, last), load(translation, PLACE(pauses, differences)));
  IRExpr *due = IR(CmpEQ64, executions, load(translation, PLACE(pauses, due)));
  IRExpr *met = IR(Or1, IR(CmpNE64, differs, CONSTANT(0)), due);
  hagstone_ir_call(translation, hagstone_ir_and(translation, met, guard), "hagstone_value_stream_met",
                   hagstone_value_stream_met, 2, arguments);
}

void hagstone_emit_value(struct hagstone_translation *translation, struct hagstone_value_stream *stream, IRExpr *value,
                         IRExpr *guard) {
  if (hagstone_options.generic) {
    IRExpr *arguments[] = {CONSTANT((Addr)stream), value};
    hagstone_ir_call(translation, guard, "hagstone_value_stream_add", hagstone_value_stream_add, 2, arguments);
    return;
  }
  for (; stream; stream = stream->reference) emit_stream(translation, stream, value, guard);
}

IRType hagstone_integer_type(UInt bytes) {
  switch (bytes) {
    case 1: return Ity_I8;
    case 2: return Ity_I16;
    case 4: return Ity_I32;
    default: return Ity_I64;
  }
}

/* From a type of at most 8 bytes. */
static IRExpr *widened(struct hagstone_translation *translation, IRExpr *data, IRType type) {
  switch (type) {
    case Ity_I1: return hagstone_ir_unary(translation, Iop_1Uto64, data);
    case Ity_I8: return hagstone_ir_unary(translation, Iop_8Uto64, data);
    case Ity_I16: return hagstone_ir_unary(translation, Iop_16Uto64, data);
    case Ity_I32: return hagstone_ir_unary(translation, Iop_32Uto64, data);
    case Ity_I64: return data;
    case Ity_F32:
      return hagstone_ir_unary(translation, Iop_32Uto64, hagstone_ir_unary(translation, Iop_ReinterpF32asI32, data));
    case Ity_F64: return hagstone_ir_unary(translation, Iop_ReinterpF64asI64, data);
    default: return NULL;
  }
}

IRExpr *hagstone_emit_element(struct hagstone_translation *translation, IRExpr *data, UInt number) {
  static const IROp of_256[] = {Iop_V256to64_0, Iop_V256to64_1, Iop_V256to64_2, Iop_V256to64_3};
  static const IROp of_128[] = {Iop_V128to64, Iop_V128HIto64};
  static const IROp of_integer[] = {Iop_128to64, Iop_128HIto64};
  const IRType type = hagstone_ir_type(translation, data);
  switch (type) {
    case Ity_V256: return number < 4 ? hagstone_ir_unary(translation, of_256[number], data) : NULL;
    case Ity_V128: return number < 2 ? hagstone_ir_unary(translation, of_128[number], data) : NULL;
    case Ity_I128: return number < 2 ? hagstone_ir_unary(translation, of_integer[number], data) : NULL;
    default: return number ? NULL : widened(translation, data, type);
  }
}
