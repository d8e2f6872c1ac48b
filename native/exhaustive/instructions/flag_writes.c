/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flag_writes.h"

#include "libvex_guest_amd64.h"

/* Places of the state that are overwritten further down, before they are read: bits by place. */
enum { OPERATION = 1, FIRST = 2, SECOND = 4, CARRIED = 8, FLAGS = 15, INSTRUCTION = 16 };

static UInt place_at(Int offset) {
  switch (offset) {
    case offsetof(VexGuestAMD64State, guest_CC_OP): return OPERATION;
    case offsetof(VexGuestAMD64State, guest_CC_DEP1): return FIRST;
    case offsetof(VexGuestAMD64State, guest_CC_DEP2): return SECOND;
    case offsetof(VexGuestAMD64State, guest_CC_NDEP): return CARRIED;
    case offsetof(VexGuestAMD64State, guest_RIP): return INSTRUCTION;
    default: return 0;
  }
}

/* Those of `overwritten` that still are above the statement. */
static UInt above(const IRStmt *statement, UInt overwritten) {
  switch (statement->tag) {
    case Ist_NoOp:
    case Ist_IMark:
    case Ist_AbiHint:
    case Ist_PutI: return overwritten;
    case Ist_Put: return overwritten | place_at(statement->Ist.Put.offset);
    case Ist_WrTmp: {
      const IRExpr *data = statement->Ist.WrTmp.data;
      if (data->tag == Iex_Get) return overwritten & ~place_at(data->Iex.Get.offset);
      return data->tag == Iex_Load ? overwritten & FLAGS : overwritten;
    }
    case Ist_Store:
    case Ist_LoadG:
    case Ist_StoreG:
    case Ist_CAS: return overwritten & FLAGS;
    default: return 0;
  }
}

void hagstone_drop_dead_flags(IRSB *code) {
  UInt overwritten = 0;
  for (Int i = code->stmts_used - 1; i >= 0; i--) {
    const IRStmt *statement = code->stmts[i];
    if (statement->tag == Ist_Put && (place_at(statement->Ist.Put.offset) & overwritten))
      code->stmts[i] = IRStmt_NoOp();
    else
      overwritten = above(statement, overwritten);
  }
}
