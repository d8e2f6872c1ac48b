/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "instrumentation.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_machine.h"

#include "exhaustive/engine_state.h"
#include "exhaustive/instructions/register_writes.h"
#include "superblock.h"

IRExpr *hagstone_ir_constant(ULong value) { return IRExpr_Const(IRConst_U64(value)); }

void hagstone_ir_emit(struct hagstone_translation *translation, IRStmt *statement) {
  addStmtToIRSB(translation->out, statement);
}

IRType hagstone_ir_type(struct hagstone_translation *translation, IRExpr *expression) {
  return typeOfIRExpr(translation->out->tyenv, expression);
}

Bool hagstone_ir_writes_state(struct hagstone_translation *translation, const IRStmt *statement, Int offset, Int bytes) {
  return hagstone_writes_state(translation->out->tyenv, statement, offset, bytes);
}

IRExpr *hagstone_ir_assign(struct hagstone_translation *translation, IRExpr *expression) {
  const IRTemp result = newIRTemp(translation->out->tyenv, hagstone_ir_type(translation, expression));
  hagstone_ir_emit(translation, IRStmt_WrTmp(result, expression));
  return IRExpr_RdTmp(result);
}

const IRExpr *hagstone_ir_definition(const struct hagstone_translation *translation, const IRExpr *operand) {
  if (operand->tag != Iex_RdTmp) return NULL;
  for (Int i = translation->out->stmts_used; i-- > 0;) {
    const IRStmt *statement = translation->out->stmts[i];
    if (statement->tag == Ist_WrTmp && statement->Ist.WrTmp.tmp == operand->Iex.RdTmp.tmp) return statement->Ist.WrTmp.data;
  }
  return NULL;
}

IRExpr *hagstone_ir_context(struct hagstone_translation *translation) {
  if (!translation->context)
    translation->context = hagstone_ir_load(translation, Ity_I64, hagstone_ir_constant((Addr)&hagstone_engine.context));
  return translation->context;
}

IRExpr *hagstone_ir_unary(struct hagstone_translation *translation, IROp operation, IRExpr *operand) {
  return hagstone_ir_assign(translation, IRExpr_Unop(operation, operand));
}

IRExpr *hagstone_ir_binary(struct hagstone_translation *translation, IROp operation, IRExpr *left, IRExpr *right) {
  return hagstone_ir_assign(translation, IRExpr_Binop(operation, left, right));
}

IRExpr *hagstone_ir_choose(struct hagstone_translation *translation, IRExpr *condition, IRExpr *yes, IRExpr *no) {
  return hagstone_ir_assign(translation, IRExpr_ITE(condition, yes, no));
}

IRExpr *hagstone_ir_load(struct hagstone_translation *translation, IRType type, IRExpr *address) {
  return hagstone_ir_assign(translation, IRExpr_Load(Iend_LE, type, address));
}

void hagstone_ir_store(struct hagstone_translation *translation, IRExpr *address, IRExpr *data) {
  hagstone_ir_emit(translation, IRStmt_Store(Iend_LE, address, data));
}

static IROp equality_of(IRType type) {
  switch (type) {
    case Ity_I8: return Iop_CmpEQ8;
    case Ity_I16: return Iop_CmpEQ16;
    case Ity_I32: return Iop_CmpEQ32;
    default: return Iop_CmpEQ64;
  }
}

IRExpr *hagstone_ir_equal(struct hagstone_translation *translation, IRExpr *left, IRExpr *right) {
  return hagstone_ir_binary(translation, equality_of(hagstone_ir_type(translation, left)), left, right);
}

IRExpr *hagstone_ir_and(struct hagstone_translation *translation, IRExpr *left, IRExpr *right) {
  if (!left || !right) return left ? left : right;
  return hagstone_ir_binary(translation, Iop_And1, left, right);
}

void hagstone_ir_call(struct hagstone_translation *translation, IRExpr *guard, const HChar *name, void *function,
                      UInt argument_count, IRExpr *const *arguments) {
  IRExpr **copied = mkIRExprVec_0();
  switch (argument_count) {
    case 0: break;
    case 1: copied = mkIRExprVec_1(arguments[0]); break;
    case 2: copied = mkIRExprVec_2(arguments[0], arguments[1]); break;
    case 3: copied = mkIRExprVec_3(arguments[0], arguments[1], arguments[2]); break;
    case 4: copied = mkIRExprVec_4(arguments[0], arguments[1], arguments[2], arguments[3]); break;
    case 5: copied = mkIRExprVec_5(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4]); break;
    case 6:
      copied = mkIRExprVec_6(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
      break;
    default: tl_assert2(0, "%s: more than 6 arguments", name);
  }
  IRDirty *call = unsafeIRDirty_0_N(0, name, VG_(fnptr_to_fnentry)(function), copied);
  if (guard) call->guard = guard;
  hagstone_ir_emit(translation, IRStmt_Dirty(call));
}
