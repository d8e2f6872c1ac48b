/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "translation.h"

#include "access_code.h"
#include "exhaustive/instructions/bit_strings.h"
#include "block_code.h"
#include "exhaustive/contexts/call_code.h"
#include "exhaustive/engine_state.h"
#include "exhaustive/instructions/flag_writes.h"
#include "exhaustive/instructions/instruction_code.h"
#include "exhaustive/instructions/masked_bytes.h"
#include "exhaustive/program/memory_events.h"
#include "exhaustive/options.h"
#include "exhaustive/contexts/outside_code.h"
#include "exhaustive/parallel/team_code.h"
#include "exhaustive/instructions/register_writes.h"
#include "exhaustive/registers/code/register_code.h"
#include "instrumentation.h"
#include "repeated_answers.h"
#include "exhaustive/scope/loop_headers.h"
#include "exhaustive/program/time_stamps.h"
#include "superblock.h"

/* A superblock on its way through. */
struct superblock {
  struct hagstone_translation translation; /* first */
  struct hagstone_instruction instruction;
  struct hagstone_block_contents block;
  IRTemp chosen;     /* the last temporary that was chosen of two, */
  IRExpr *condition; /* by this */
};

/* Valgrind translates one superblock at a time, and its stack is small. */
static struct superblock superblock;

static void end_block(struct superblock *code) {
  hagstone_emit_block_end(&code->translation, &code->block);
  hagstone_begin_block(&code->block, code->instruction.address);
}

/* The work of every execution of the running block. */
static void add_to_block(struct superblock *code, const struct hagstone_site *site) {
  if (hagstone_add_block_access(&code->block, code->instruction.address, site)) return;
  end_block(code);
  hagstone_add_block_access(&code->block, code->instruction.address, site);
}

/* Describes an access within its statement, for the code emitted before and after it. */
static Bool describe(struct superblock *code, enum hagstone_access_kind kind, IRExpr *address, UInt bytes, IRExpr *guard,
                     struct hagstone_code_access *access) {
  const UInt operand = code->instruction.defined.bit_string;
  IRExpr *start = operand ? hagstone_emit_bit_string_address(&code->translation, address, operand) : NULL;
  if (start) {
    address = start;
    bytes = operand;
  }
  if (!hagstone_describe_access(&code->instruction, kind, address, bytes, guard, access)) return False;
  if (guard)
    hagstone_emit_guarded_count(&code->translation, access->site, access->guard);
  else
    add_to_block(code, access->site);
  return True;
}

static void copy(struct superblock *code, IRStmt *statement) { hagstone_ir_emit(&code->translation, statement); }

static void translate_load(struct superblock *code, IRStmt *statement, IRExpr *address, UInt bytes, IRExpr *guard,
                           IRTemp result) {
  struct hagstone_code_access access;
  if (!describe(code, HAGSTONE_LOAD, address, bytes, guard, &access)) {
    copy(code, statement);
    return;
  }
  hagstone_emit_before(&code->translation, &access);
  copy(code, statement);
  if (result != IRTemp_INVALID && access.bytes == bytes) access.data = IRExpr_RdTmp(result);
  hagstone_emit_after(&code->translation, &access);
  hagstone_emit_told(&code->translation, &access);
}

/* A gather loads from an address that was chosen by whether the element is wanted. */
static void translate_plain_load(struct superblock *code, IRStmt *statement) {
  const IRExpr *load = statement->Ist.WrTmp.data;
  IRExpr *address = load->Iex.Load.addr;
  const Bool gathers = address->tag == Iex_RdTmp && address->Iex.RdTmp.tmp == code->chosen &&
                       hagstone_gathers(&code->instruction);
  translate_load(code, statement, address, (UInt)sizeofIRType(load->Iex.Load.ty), gathers ? code->condition : NULL,
                 statement->Ist.WrTmp.tmp);
}

static void translate_store(struct superblock *code, IRStmt *statement, IRExpr *address, UInt bytes, IRExpr *guard,
                            IRExpr *data) {
  struct hagstone_code_access access;
  if (!describe(code, HAGSTONE_STORE, address, bytes, guard, &access)) {
    copy(code, statement);
    return;
  }
  if (access.bytes == bytes) access.data = data;
  hagstone_emit_before(&code->translation, &access);
  copy(code, statement);
  hagstone_emit_after(&code->translation, &access);
  hagstone_emit_told(&code->translation, &access);
}

/* A store of the bytes that a mask has set, for which the translation stores all of them: each for itself. */
static Bool translate_masked_bytes(struct superblock *code, IRStmt *statement) {
  struct hagstone_masked_bytes masked;
  if (!code->instruction.defined.masked_bytes || !hagstone_find_masked_bytes(&code->translation, statement, &masked))
    return False;
  for (UInt i = 0; i < masked.count; i++) {
    struct hagstone_masked_byte byte;
    hagstone_emit_masked_byte(&code->translation, &masked, i, &byte);
    translate_store(code, IRStmt_Store(Iend_LE, byte.address, byte.data), byte.address, 1, byte.is_set, byte.data);
  }
  return True;
}

/* A load and a store in one statement. `loaded` or `stored` null: not one value. */
static void translate_modification(struct superblock *code, IRStmt *statement, IRExpr *address, UInt bytes, IRExpr *guard,
                                   IRExpr *loaded, IRExpr *stored) {
  struct hagstone_translation *translation = &code->translation;
  struct hagstone_code_access load, store;
  /* The translation of a locked instruction loads first and then compares and swaps: one load. */
  const Bool loads = code->instruction.loads == 0 && describe(code, HAGSTONE_LOAD, address, bytes, guard, &load);
  const Bool stores = describe(code, HAGSTONE_STORE, address, bytes, guard, &store);
  if (loads) {
    load.modifies = True;
    hagstone_emit_before(translation, &load);
    hagstone_emit_told(translation, &load);
  }
  if (stores) {
    if (store.bytes == bytes) store.data = stored;
    hagstone_emit_before(translation, &store);
  }
  copy(code, statement);
  if (loads) {
    if (load.bytes == bytes) load.data = loaded;
    hagstone_emit_after(translation, &load);
  }
  if (stores) {
    hagstone_emit_after(translation, &store);
    hagstone_emit_told(translation, &store);
  }
}

static UInt loaded_bytes(IRLoadGOp conversion) {
  switch (conversion) {
    case ILGop_IdentV128: return 16;
    case ILGop_Ident64: return 8;
    case ILGop_Ident32: return 4;
    case ILGop_16Uto32:
    case ILGop_16Sto32: return 2;
    default: return 1;
  }
}

static UInt bytes_of(struct superblock *code, IRExpr *data) {
  return (UInt)sizeofIRType(hagstone_ir_type(&code->translation, data));
}

/* A failure stores the old value (Intel's manual, CMPXCHG). Where the instruction has loaded before, it compares with
 * that, and does not go on if it fails. */
static IRExpr *stored_by_swap(struct superblock *code, const IRCAS *swap) {
  struct hagstone_translation *translation = &code->translation;
  if (code->instruction.loads) return swap->dataLo;
  const IRType type = hagstone_ir_type(translation, swap->dataLo);
  IRExpr *old = hagstone_ir_load(translation, type, swap->addr);
  IRExpr *succeeds = hagstone_ir_equal(translation, old, swap->expdLo);
  return hagstone_ir_choose(translation, succeeds, swap->dataLo, old);
}

static void translate_swap(struct superblock *code, IRStmt *statement) {
  const IRCAS *swap = statement->Ist.CAS.details;
  const Bool twofold = swap->dataHi != NULL;
  translate_modification(code, statement, swap->addr, bytes_of(code, swap->dataLo) * (twofold ? 2 : 1), NULL,
                         twofold ? NULL : IRExpr_RdTmp(swap->oldLo), twofold ? NULL : stored_by_swap(code, swap));
}

/* x87 loads and stores of 80 bits and saves of the processor's state are calls of functions. */
static void translate_call(struct superblock *code, IRStmt *statement) {
  const IRDirty *call = statement->Ist.Dirty.details;
  IRExpr *guard = call->guard->tag == Iex_Const ? NULL : call->guard;
  switch (call->mFx) {
    case Ifx_Read: translate_load(code, statement, call->mAddr, (UInt)call->mSize, guard, IRTemp_INVALID); break;
    case Ifx_Write: translate_store(code, statement, call->mAddr, (UInt)call->mSize, guard, NULL); break;
    case Ifx_Modify: translate_modification(code, statement, call->mAddr, (UInt)call->mSize, guard, NULL, NULL); break;
    default: copy(code, statement);
  }
}

static void begin_instruction(struct superblock *code, IRStmt *statement) {
  const Addr address = statement->Ist.IMark.addr;
  hagstone_emit_end_instruction(&code->translation);
  code->block.missing += hagstone_missing_accesses(&code->instruction);
  hagstone_begin_instruction(&code->instruction, address, statement->Ist.IMark.len);
  if (!code->block.instruction_count && !code->block.access_count && !code->block.missing)
    hagstone_begin_block(&code->block, address);
  code->block.instruction_count++;
  code->chosen = IRTemp_INVALID;
  copy(code, statement);
  hagstone_instrument_loop_header(&code->translation, address);
  hagstone_emit_begin_instruction(&code->translation, address, statement->Ist.IMark.len);
}

static void translate_statement(struct superblock *code, IRStmt *statement) {
  switch (statement->tag) {
    case Ist_IMark: begin_instruction(code, statement); break;
    case Ist_WrTmp:
      if (statement->Ist.WrTmp.data->tag == Iex_Load) {
        translate_plain_load(code, statement);
      } else {
        if (statement->Ist.WrTmp.data->tag == Iex_ITE) {
          code->chosen = statement->Ist.WrTmp.tmp;
          code->condition = statement->Ist.WrTmp.data->Iex.ITE.cond;
        }
        copy(code, statement);
        hagstone_emit_after_statement(&code->translation, statement);
      }
      break;
    case Ist_Put:
    case Ist_PutI:
      copy(code, statement);
      hagstone_emit_after_statement(&code->translation, statement);
      break;
    case Ist_Store:
      if (translate_masked_bytes(code, statement)) break;
      translate_store(code, statement, statement->Ist.Store.addr, bytes_of(code, statement->Ist.Store.data), NULL,
                      statement->Ist.Store.data);
      break;
    case Ist_LoadG: {
      const IRLoadG *load = statement->Ist.LoadG.details;
      translate_load(code, statement, load->addr, loaded_bytes(load->cvt), load->guard, load->dst);
      break;
    }
    case Ist_StoreG: {
      const IRStoreG *store = statement->Ist.StoreG.details;
      translate_store(code, statement, store->addr, bytes_of(code, store->data), store->guard, store->data);
      break;
    }
    case Ist_CAS: translate_swap(code, statement); break;
    case Ist_Dirty: translate_call(code, statement); break;
    case Ist_Exit:
      hagstone_emit_before_exit(&code->translation);
      end_block(code);
      copy(code, statement);
      break;
    default: copy(code, statement);
  }
}

/* A statement, and the register writes that begin or are complete with it. */
static void translate_statement_at(struct superblock *code, const IRSB *in, Int index) {
  struct hagstone_translation *translation = &code->translation;
  if (in->stmts[index]->tag == Ist_IMark) hagstone_begin_register_instruction(translation, in, index);
  hagstone_emit_before_registers(translation, in, index);
  translate_statement(code, in->stmts[index]);
  hagstone_emit_after_registers(translation, in, index);
  const struct hagstone_site *site;
  for (UInt i = 0; (site = hagstone_completed_register(index, i)); i++) add_to_block(code, site);
}

static void translate_end(struct superblock *code, const IRSB *in) {
  struct hagstone_translation *translation = &code->translation;
  hagstone_emit_end_instruction(translation);
  hagstone_end_register_superblock(translation);
  if (in->jumpkind == Ijk_Call) hagstone_emit_call_seen(translation, in->next);
  if ((in->jumpkind == Ijk_Call || in->jumpkind == Ijk_Boring) && in->next->tag != Iex_Const)
    hagstone_emit_indirect(translation, in->next);
  code->block.missing += hagstone_missing_accesses(&code->instruction);
  end_block(code);
  hagstone_emit_end(translation);
  if (hagstone_options.count) return;
  if (in->jumpkind == Ijk_Call)
    hagstone_emit_call(translation, code->instruction.address + code->instruction.length);
  else if (in->jumpkind == Ijk_Ret)
    hagstone_emit_return(translation);
  else if (in->jumpkind == Ijk_Boring && in->next->tag != Iex_Const)
    hagstone_emit_indirect_jump(translation);
}

IRSB *hagstone_translate(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout, const VexGuestExtents *extents,
                         const VexArchInfo *host, IRType guest_word, IRType host_word) {
  struct superblock *code = &superblock;
  if (hagstone_answers_are_repeated()) hagstone_fix_time_stamps(in);
  if (!hagstone_engine.measuring) return hagstone_translate_outside(in);
  hagstone_drop_dead_flags(in);
  in = hagstone_join_register_writes(in);
  hagstone_begin_translation(&code->translation, in);
  Int i = 0;
  for (; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++) copy(code, in->stmts[i]);
  if (i == in->stmts_used) return code->translation.out;

  const Addr first = in->stmts[i]->Ist.IMark.addr;
  hagstone_note_module(first);
  hagstone_begin_block(&code->block, first);
  hagstone_begin_instruction(&code->instruction, first, 0);
  code->instruction.decoded = False;
  hagstone_emit_entry(&code->translation, first);
  if (!hagstone_options.count) hagstone_emit_team_entry(&code->translation, first);
  hagstone_emit_begin_superblock(&code->translation, first);
  hagstone_begin_register_superblock();
  if (!hagstone_options.count) hagstone_emit_heap_entry(&code->translation, first);
  for (; i < in->stmts_used; i++)
    if (in->stmts[i]->tag != Ist_NoOp) translate_statement_at(code, in, i);
  translate_end(code, in);
  return code->translation.out;
}
