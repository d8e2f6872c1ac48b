/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "masked_bytes.h"

#include "exhaustive/translation/instrumentation.h"

static const IRExpr *operation(struct hagstone_translation *translation, const IRExpr *operand, IROp wanted) {
  const IRExpr *found = hagstone_ir_definition(translation, operand);
  return found && found->tag == Iex_Binop && found->Iex.Binop.op == wanted ? found : NULL;
}

/* The stored value is (register & mask) | (memory & ~mask). */
static IRExpr *mask_of(struct hagstone_translation *translation, const IRExpr *data, Bool is_vector) {
  const IRExpr *sum = operation(translation, data, is_vector ? Iop_OrV128 : Iop_Or64);
  const IRExpr *kept = sum ? operation(translation, sum->Iex.Binop.arg2, is_vector ? Iop_AndV128 : Iop_And64) : NULL;
  const IRExpr *inverse = kept ? hagstone_ir_definition(translation, kept->Iex.Binop.arg2) : NULL;
  if (!inverse || inverse->tag != Iex_Unop || inverse->Iex.Unop.op != (is_vector ? Iop_NotV128 : Iop_Not64)) return NULL;
  return inverse->Iex.Unop.arg;
}

static void split(struct hagstone_translation *translation, IRExpr *value, Bool is_vector, IRExpr *words[2]) {
  words[0] = is_vector ? hagstone_ir_unary(translation, Iop_V128to64, value) : value;
  words[1] = is_vector ? hagstone_ir_unary(translation, Iop_V128HIto64, value) : NULL;
}

Bool hagstone_find_masked_bytes(struct hagstone_translation *translation, const IRStmt *store,
                                struct hagstone_masked_bytes *masked) {
  IRExpr *data = store->Ist.Store.data;
  const Bool is_vector = hagstone_ir_type(translation, data) == Ity_V128;
  IRExpr *mask = mask_of(translation, data, is_vector);
  if (!mask) return False;
  masked->address = store->Ist.Store.addr;
  masked->count = is_vector ? 16 : 8;
  split(translation, data, is_vector, masked->data);
  split(translation, mask, is_vector, masked->mask);
  return True;
}

void hagstone_emit_masked_byte(struct hagstone_translation *translation, const struct hagstone_masked_bytes *masked,
                               UInt number, struct hagstone_masked_byte *byte) {
  IRExpr *bits = IRExpr_Const(IRConst_U8((UChar)(number % 8 * 8)));
  IRExpr *shifted = hagstone_ir_binary(translation, Iop_Shr64, masked->data[number / 8], bits);
  IRExpr *chosen =
      hagstone_ir_binary(translation, Iop_And64, masked->mask[number / 8], hagstone_ir_constant(0x80ull << number % 8 * 8));
  byte->address = hagstone_ir_binary(translation, Iop_Add64, masked->address, hagstone_ir_constant(number));
  byte->data = hagstone_ir_unary(translation, Iop_64to8, shifted);
  byte->is_set = hagstone_ir_binary(translation, Iop_CmpNE64, chosen, hagstone_ir_constant(0));
}
