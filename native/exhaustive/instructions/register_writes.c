/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "register_writes.h"

enum { REGISTER_BYTES = 16, NONE = -1 };

static Bool is_zero_write(const IRStmt *statement) {
  return statement->tag == Ist_Put && statement->Ist.Put.data->tag == Iex_Const &&
         statement->Ist.Put.data->Iex.Const.con->tag == Ico_V128 && statement->Ist.Put.data->Iex.Const.con->Ico.V128 == 0;
}

/* Makes a register whose low end is a number of this type; Iop_INVALID: no such. */
static IROp widening(IRType type) {
  switch (type) {
    case Ity_I32:
    case Ity_F32: return Iop_32UtoV128;
    case Ity_I64:
    case Ity_F64: return Iop_64UtoV128;
    default: return Iop_INVALID;
  }
}

/* The statement neither reads nor leaves the code nor writes anything of the register but its low end. */
static Bool leaves_alone(const IRStmt *statement, Int offset) {
  switch (statement->tag) {
    case Ist_NoOp:
    case Ist_AbiHint: return True;
    case Ist_Store: return True;
    case Ist_Put: return statement->Ist.Put.offset >= offset + REGISTER_BYTES || statement->Ist.Put.offset + 32 <= offset;
    case Ist_WrTmp: {
      const IRExpr *data = statement->Ist.WrTmp.data;
      if (data->tag == Iex_GetI) return False;
      return data->tag != Iex_Get || data->Iex.Get.offset >= offset + REGISTER_BYTES || data->Iex.Get.offset + 32 <= offset;
    }
    default: return False;
  }
}

/* Index of the write to the low end that follows the zeros at `index` in the same instruction; NONE if there is
   none. */
static Int completing_write(const IRSB *code, Int index) {
  const Int offset = code->stmts[index]->Ist.Put.offset;
  for (Int i = index + 1; i < code->stmts_used; i++) {
    const IRStmt *statement = code->stmts[i];
    if (statement->tag == Ist_Put && statement->Ist.Put.offset == offset)
      return widening(typeOfIRExpr(code->tyenv, statement->Ist.Put.data)) == Iop_INVALID ? NONE : i;
    if (!leaves_alone(statement, offset)) return NONE;
  }
  return NONE;
}

static IRExpr *assign(IRSB *code, IRExpr *expression) {
  const IRTemp result = newIRTemp(code->tyenv, typeOfIRExpr(code->tyenv, expression));
  addStmtToIRSB(code, IRStmt_WrTmp(result, expression));
  return IRExpr_RdTmp(result);
}

static void write_register(IRSB *code, Int offset, IRExpr *number) {
  const IRType type = typeOfIRExpr(code->tyenv, number);
  if (type == Ity_F64) number = assign(code, IRExpr_Unop(Iop_ReinterpF64asI64, number));
  if (type == Ity_F32) number = assign(code, IRExpr_Unop(Iop_ReinterpF32asI32, number));
  addStmtToIRSB(code, IRStmt_Put(offset, assign(code, IRExpr_Unop(widening(type), number))));
}

static Bool has_work(const IRSB *code) {
  for (Int i = 0; i < code->stmts_used; i++)
    if (is_zero_write(code->stmts[i]) && completing_write(code, i) != NONE) return True;
  return False;
}

IRSB *hagstone_join_register_writes(IRSB *code) {
  if (!has_work(code)) return code;
  IRSB *joined = deepCopyIRSBExceptStmts(code);
  Int completing = NONE; /* of the zeros that were left out last */
  for (Int i = 0; i < code->stmts_used; i++) {
    IRStmt *statement = code->stmts[i];
    if (i == completing) {
      write_register(joined, statement->Ist.Put.offset, statement->Ist.Put.data);
      continue;
    }
    if (i > completing && is_zero_write(statement)) {
      completing = completing_write(code, i);
      if (completing != NONE) continue;
    }
    addStmtToIRSB(joined, statement);
  }
  return joined;
}

static Bool overlaps(Int left, Int left_bytes, Int right, Int right_bytes) {
  return left < right + right_bytes && right < left + left_bytes;
}

Bool hagstone_writes_state(const IRTypeEnv *types, const IRStmt *statement, Int offset, Int bytes) {
  if (statement->tag == Ist_Put)
    return overlaps(statement->Ist.Put.offset, sizeofIRType(typeOfIRExpr(types, statement->Ist.Put.data)), offset, bytes);
  if (statement->tag != Ist_Dirty) return False;
  const IRDirty *call = statement->Ist.Dirty.details;
  for (Int i = 0; i < call->nFxState; i++) {
    const Int whole = call->fxState[i].nRepeats * call->fxState[i].repeatLen + call->fxState[i].size;
    if (call->fxState[i].fx != Ifx_Read && overlaps(call->fxState[i].offset, whole, offset, bytes)) return True;
  }
  return False;
}
