/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "outside_code.h"

#include "exhaustive/translation/block_code.h"
#include "call_code.h"
#include "exhaustive/instructions/instruction_code.h"
#include "exhaustive/program/memory_events.h"
#include "exhaustive/options.h"
#include "exhaustive/parallel/team_code.h"

/* Valgrind translates one superblock at a time, and its stack is small. */
static struct hagstone_translation translation;

static void end(const IRSB *in, Addr following) {
  if (in->jumpkind == Ijk_Call) hagstone_emit_call_seen(&translation, in->next);
  if (hagstone_options.count) return;
  if (in->jumpkind == Ijk_Call)
    hagstone_emit_call_outside(&translation, following);
  else if (in->jumpkind == Ijk_Ret)
    hagstone_emit_return_outside(&translation);
  else if (in->jumpkind == Ijk_Boring && in->next->tag != Iex_Const)
    hagstone_emit_indirect_jump(&translation);
}

IRSB *hagstone_translate_outside(const IRSB *in) {
  hagstone_begin_translation(&translation, in);
  Int i = 0;
  for (; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++) hagstone_ir_emit(&translation, in->stmts[i]);
  if (i == in->stmts_used) return translation.out;

  const Addr first = in->stmts[i]->Ist.IMark.addr;
  Addr following = first; /* of the latest instruction */
  UInt instructions = 0;
  hagstone_note_module(first);
  hagstone_emit_entry(&translation, first);
  if (!hagstone_options.count) {
    hagstone_emit_team_entry(&translation, first);
    hagstone_emit_heap_entry(&translation, first);
  }
  for (; i < in->stmts_used; i++) {
    IRStmt *statement = in->stmts[i];
    if (statement->tag == Ist_IMark) {
      following = statement->Ist.IMark.addr + statement->Ist.IMark.len;
      instructions++;
    } else if (statement->tag == Ist_Exit) {
      hagstone_emit_instructions(&translation, instructions);
      instructions = 0;
    }
    hagstone_ir_emit(&translation, statement);
  }
  hagstone_emit_instructions(&translation, instructions);
  end(in, following);
  return translation.out;
}
