/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "register_words.h"

#include "common/compare.h"
#include "exhaustive/registers/register_state.h"

UInt hagstone_register_words(const struct hagstone_pending_write *write) {
  const UInt bytes = write->written->write.bytes;
  return write->put || bytes <= 8 ? 1 : bytes / 8;
}

IRExpr *hagstone_widen_register(struct hagstone_translation *translation, IRExpr *value) {
  switch (hagstone_ir_type(translation, value)) {
    case Ity_I8: return hagstone_ir_unary(translation, Iop_8Uto64, value);
    case Ity_I16: return hagstone_ir_unary(translation, Iop_16Uto64, value);
    case Ity_I32: return hagstone_ir_unary(translation, Iop_32Uto64, value);
    case Ity_F64: return hagstone_ir_unary(translation, Iop_ReinterpF64asI64, value);
    default: return value;
  }
}

static IRExpr *get(struct hagstone_translation *translation, Int offset, UInt bytes) {
  const IRType type = bytes == 1 ? Ity_I8 : bytes == 2 ? Ity_I16 : bytes == 4 ? Ity_I32 : Ity_I64;
  return hagstone_widen_register(translation, hagstone_ir_assign(translation, IRExpr_Get(offset, type)));
}

void hagstone_read_register(struct hagstone_translation *translation, const struct hagstone_pending_write *write,
                            IRExpr **words) {
  if (write->put) {
    IRExpr *value = IRExpr_GetI(write->put->descr, write->put->ix, write->put->bias);
    words[0] = hagstone_widen_register(translation, hagstone_ir_assign(translation, value));
    return;
  }
  const Int offset = hagstone_register_offset(&write->written->write);
  for (UInt i = 0; i < hagstone_register_words(write); i++)
    words[i] = get(translation, offset + 8 * (Int)i, write->written->write.bytes);
}

/* By the value that the last statement wrote, if it is one integer. */
void hagstone_read_written_register(struct hagstone_translation *translation, const IRSB *in,
                                    const struct hagstone_pending_write *write, IRExpr **words) {
  const IRStmt *last = in->stmts[write->last];
  const struct hagstone_register_write *what = &write->written->write;
  if (write->put) {
    words[0] = hagstone_widen_register(translation, write->put->data);
    return;
  }
  if (last->tag == Ist_Put && last->Ist.Put.offset == hagstone_register_offset(what)) {
    IRExpr *data = last->Ist.Put.data;
    const IRType type = hagstone_ir_type(translation, data);
    if (what->bytes == 4 && type == Ity_I64) {
      words[0] = hagstone_widen_register(translation, hagstone_ir_unary(translation, Iop_64to32, data));
      return;
    }
    if (sizeofIRType(type) == what->bytes && type >= Ity_I8 && type <= Ity_I64) {
      words[0] = hagstone_widen_register(translation, data);
      return;
    }
  }
  hagstone_read_register(translation, write, words);
}

static IRExpr *shift_right(struct hagstone_translation *translation, IRExpr *value, UInt bits) {
  return hagstone_ir_binary(translation, Iop_Shr64, value, IRExpr_Const(IRConst_U8((UChar)bits)));
}

static IRExpr *is_same(struct hagstone_translation *translation, IRExpr *const *before, IRExpr *const *after, UInt words) {
  if (words == 1) return hagstone_ir_binary(translation, Iop_CmpEQ64, before[0], after[0]);
  IRExpr *different = NULL;
  for (UInt i = 0; i < words; i++) {
    IRExpr *bits = hagstone_ir_binary(translation, Iop_Xor64, before[i], after[i]);
    different = different ? hagstone_ir_binary(translation, Iop_Or64, different, bits) : bits;
  }
  return hagstone_ir_binary(translation, Iop_CmpEQ64, different, hagstone_ir_constant(0));
}

/* The bit patterns of numbers within tolerance of each other, read as integers, are not farther apart than this. For
 * doubles, the upper halves of the patterns are compared. A step of the pattern is 2^-53 (2^-24) of the earlier number or more, as the later
 * one is at most one binade below. 0: tolerance is too large for that. */
static ULong pattern_distance(UInt element) {
  const ULong tolerance = hagstone_tolerance(), billion = 1000000000;
  if (tolerance >= billion / 2) return 0;
  return element == HAGSTONE_ELEMENT_F64 ? ((tolerance * ((1ull << 53) / billion + 1) + 2) >> 32) + 1
                                         : tolerance * ((1ull << 24) / 1000 + 1) / (billion / 1000) + 2;
}

/* Compares the first element. The mask leaves out signs: they do not matter because 0 repeats -0. All constants fit into
 * the instructions of the processor. */
static IRExpr *is_near(struct hagstone_translation *translation, UInt element, IRExpr *before, IRExpr *after) {
  const ULong distance = pattern_distance(element);
  if (!distance) return IRExpr_Const(IRConst_U1(True));
  IRExpr *difference = hagstone_ir_binary(translation, Iop_Sub64, after, before);
  if (element == HAGSTONE_ELEMENT_F64) difference = shift_right(translation, difference, 32);
  IRExpr *raised = hagstone_ir_binary(translation, Iop_Add64, difference, hagstone_ir_constant(distance));
  IRExpr *unsigned_part = hagstone_ir_binary(translation, Iop_And64, raised, hagstone_ir_constant(0x7fffffff));
  return hagstone_ir_binary(translation, Iop_CmpLE64U, unsigned_part, hagstone_ir_constant(2 * distance));
}

/* Sign and exponent of a double. */
static IRExpr *has_same_exponent(struct hagstone_translation *translation, IRExpr *before, IRExpr *after) {
  enum { SIGNIFICAND_BITS = 52 };
  IRExpr *different = hagstone_ir_binary(translation, Iop_Xor64, before, after);
  return hagstone_ir_binary(translation, Iop_CmpEQ64, shift_right(translation, different, SIGNIFICAND_BITS),
                            hagstone_ir_constant(0));
}

IRExpr *hagstone_register_may_repeat(struct hagstone_translation *translation, const struct hagstone_pending_write *write,
                                     IRExpr *const *after) {
  switch (write->written->write.element) {
    case HAGSTONE_ELEMENT_BYTES: return is_same(translation, write->before, after, hagstone_register_words(write));
    case HAGSTONE_ELEMENT_F80: return has_same_exponent(translation, write->before[0], after[0]);
    default: return is_near(translation, write->written->write.element, write->before[0], after[0]);
  }
}
