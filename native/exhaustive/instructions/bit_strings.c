/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bit_strings.h"

#include "exhaustive/translation/instrumentation.h"

/* How far the byte is from the instruction's address: the number of the bit, shifted by 3. */
static Bool is_distance(const struct hagstone_translation *translation, const IRExpr *operand) {
  const IRExpr *shift = hagstone_ir_definition(translation, operand);
  return shift && shift->tag == Iex_Binop && shift->Iex.Binop.op == Iop_Sar64 && shift->Iex.Binop.arg2->tag == Iex_Const &&
         shift->Iex.Binop.arg2->Iex.Const.con->Ico.U8 == 3;
}

IRExpr *hagstone_emit_bit_string_address(struct hagstone_translation *translation, IRExpr *address, UInt bytes) {
  const IRExpr *sum = hagstone_ir_definition(translation, address);
  if (!sum || sum->tag != Iex_Binop || sum->Iex.Binop.op != Iop_Add64) return NULL;
  IRExpr *distance = sum->Iex.Binop.arg2;
  if (!is_distance(translation, distance)) return NULL;
  IRExpr *within = hagstone_ir_binary(translation, Iop_And64, distance, hagstone_ir_constant(bytes - 1));
  return hagstone_ir_binary(translation, Iop_Sub64, address, within);
}
