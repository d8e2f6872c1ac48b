/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   before the first statement that writes a register:   before := its value
 *   behind the last one:                                 call hagstone_check_register_N if the value may be the same
 *                                                        last writer := this place
 */
#include "register_code.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_machine.h"

#include "../options.h"
#include "common/compare.h"
#include "common/raw_format.h"
#include "register_checks.h"
#include "register_state.h"

enum { NO_STATEMENT = -1, MOST_WORDS = 4 };

/* A write of the instruction under translation. */
struct pending {
  struct hagstone_written_register *written;
  Int first, last;             /* statements */
  const IRPutI *put;           /* x87 */
  IRExpr *before[MOST_WORDS];
};

static struct pending pending[HAGSTONE_MOST_REGISTER_WRITES];
static UInt pending_count;
static Bool counted_apart; /* whether hagstone_instruction_repeated is 0 for this instruction already */
static IRExpr *context_bits; /* of a place; null: not computed in this superblock yet */

static Bool is_wanted(void) { return hagstone_tool_wanted(HAGSTONE_TOOL_REGISTERS) != 0; }

void hagstone_begin_register_superblock(void) {
  context_bits = NULL;
  pending_count = 0;
}

/* ---- Which statements write. ---- */

static Bool overlaps(Int offset, Int bytes, const struct hagstone_register_write *write) {
  const Int start = hagstone_register_offset(write);
  return offset < start + write->bytes && start < offset + bytes;
}

static void note_put(struct pending *write, Int statement) {
  if (write->first == NO_STATEMENT) write->first = statement;
  write->last = statement;
}

static void note_range(Int offset, Int bytes, Int statement) {
  for (UInt i = 0; i < pending_count; i++) {
    const struct hagstone_register_write *write = &pending[i].written->write;
    if (write->file != HAGSTONE_X87_REGISTER && overlaps(offset, bytes, write)) note_put(&pending[i], statement);
  }
}

/* The next register of the x87 that has no statement yet. */
static void note_x87(const IRPutI *put, Int statement) {
  if (put->descr->base != HAGSTONE_X87_OFFSET) return;
  for (UInt i = 0; i < pending_count; i++) {
    if (pending[i].written->write.file != HAGSTONE_X87_REGISTER || pending[i].put) continue;
    pending[i].put = put;
    note_put(&pending[i], statement);
    return;
  }
}

static void note_statement(const IRSB *in, Int index) {
  const IRStmt *statement = in->stmts[index];
  switch (statement->tag) {
    case Ist_Put:
      note_range(statement->Ist.Put.offset, sizeofIRType(typeOfIRExpr(in->tyenv, statement->Ist.Put.data)), index);
      break;
    case Ist_PutI: note_x87(statement->Ist.PutI.details, index); break;
    case Ist_Dirty: {
      const IRDirty *call = statement->Ist.Dirty.details;
      for (Int i = 0; i < call->nFxState; i++)
        if (call->fxState[i].fx != Ifx_Read) note_range(call->fxState[i].offset, call->fxState[i].size, index);
      break;
    }
    default: break;
  }
}

/* A write that no statement makes leaves what was there, or Valgrind does not know it: it is not followed. */
static void drop_unseen(void) {
  UInt kept = 0;
  for (UInt i = 0; i < pending_count; i++) {
    if (pending[i].first == NO_STATEMENT)
++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_register_form);
    else
      pending[kept++] = pending[i];
  }
  pending_count = kept;
}

void hagstone_begin_register_instruction(const IRSB *in, Int mark) {
  if (!is_wanted()) return;
  const IRStmt *statement = in->stmts[mark];
  struct hagstone_instruction_writes writes;
  pending_count = 0;
  counted_apart = False;
  if (!hagstone_decode_writes(statement->Ist.IMark.addr, statement->Ist.IMark.len, &writes)) return;
  for (UInt i = 0; i < writes.count; i++) {
    struct hagstone_written_register *written = hagstone_written_register_of(statement->Ist.IMark.addr, &writes, i);
    if (written) pending[pending_count++] = (struct pending){.written = written, .first = NO_STATEMENT};
  }
  for (Int i = mark + 1; pending_count && i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++)
    note_statement(in, i);
  drop_unseen();
}

/* ---- Values. ---- */

static UInt word_count(const struct pending *write) {
  const UInt bytes = write->written->write.bytes;
  return write->put || bytes <= 8 ? 1 : bytes / 8;
}

static IRExpr *widened(struct hagstone_translation *translation, IRExpr *value) {
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
  return widened(translation, hagstone_ir_assign(translation, IRExpr_Get(offset, type)));
}

/* The value as it is here. */
static void read_value(struct hagstone_translation *translation, const struct pending *write, IRExpr **words) {
  if (write->put) {
    IRExpr *value = IRExpr_GetI(write->put->descr, write->put->ix, write->put->bias);
    words[0] = widened(translation, hagstone_ir_assign(translation, value));
    return;
  }
  const Int offset = hagstone_register_offset(&write->written->write);
  for (UInt i = 0; i < word_count(write); i++)
    words[i] = get(translation, offset + 8 * (Int)i, write->written->write.bytes);
}

/* The same behind the instruction, by what its last statement wrote if that is one integer. */
static void read_written_value(struct hagstone_translation *translation, const IRSB *in, const struct pending *write,
                               IRExpr **words) {
  const IRStmt *last = in->stmts[write->last];
  const struct hagstone_register_write *what = &write->written->write;
  if (write->put) {
    words[0] = widened(translation, write->put->data);
    return;
  }
  if (last->tag == Ist_Put && last->Ist.Put.offset == hagstone_register_offset(what)) {
    IRExpr *data = last->Ist.Put.data;
    const IRType type = hagstone_ir_type(translation, data);
    if (what->bytes == 4 && type == Ity_I64) {
      words[0] = widened(translation, hagstone_ir_unary(translation, Iop_64to32, data));
      return;
    }
    if (sizeofIRType(type) == what->bytes && type >= Ity_I8 && type <= Ity_I64) {
      words[0] = widened(translation, data);
      return;
    }
  }
  read_value(translation, write, words);
}

/* ---- Whether the value may be what was there: I1. ---- */

static IRExpr *shift(struct hagstone_translation *translation, IROp operation, IRExpr *value, UInt bits) {
  return hagstone_ir_binary(translation, operation, value, IRExpr_Const(IRConst_U8((UChar)bits)));
}

static IRExpr *is_same(struct hagstone_translation *translation, IRExpr *const *before, IRExpr *const *after,
                       UInt words) {
  if (words == 1) return hagstone_ir_binary(translation, Iop_CmpEQ64, before[0], after[0]);
  IRExpr *different = NULL;
  for (UInt i = 0; i < words; i++) {
    IRExpr *bits = hagstone_ir_binary(translation, Iop_Xor64, before[i], after[i]);
    different = different ? hagstone_ir_binary(translation, Iop_Or64, different, bits) : bits;
  }
  return hagstone_ir_binary(translation, Iop_CmpEQ64, different, hagstone_ir_constant(0));
}

/* Of numbers within tolerance of each other the bit patterns, read as integers, are not farther apart than this (as in
 * stores/stores_code.c). 0: tolerance is too large for that. */
static ULong pattern_distance(UInt element) {
  const ULong tolerance = hagstone_tolerance(), billion = 1000000000;
  if (tolerance >= billion / 2) return 0;
  return element == HAGSTONE_ELEMENT_F64 ? tolerance * ((1ull << 54) / billion + 1) + 2
                                         : tolerance * ((1ull << 25) / 1000 + 1) / (billion / 1000) + 2;
}

/* Of the first element; signs, which the shift leaves out, do not matter because 0 repeats -0. */
static IRExpr *is_near(struct hagstone_translation *translation, UInt element, IRExpr *before, IRExpr *after) {
  const ULong distance = pattern_distance(element);
  if (!distance) return IRExpr_Const(IRConst_U1(True));
  const UInt bits = element == HAGSTONE_ELEMENT_F64 ? 1 : 33;
  IRExpr *difference =
      shift(translation, Iop_Shl64, hagstone_ir_binary(translation, Iop_Sub64, after, before), bits);
  IRExpr *raised = hagstone_ir_binary(translation, Iop_Add64, difference, hagstone_ir_constant(distance << bits));
  return hagstone_ir_binary(translation, Iop_CmpLE64U, raised, hagstone_ir_constant(distance << bits << 1));
}

/* Sign and exponent of a double. */
static IRExpr *has_same_exponent(struct hagstone_translation *translation, IRExpr *before, IRExpr *after) {
  enum { SIGNIFICAND_BITS = 52 };
  IRExpr *different = hagstone_ir_binary(translation, Iop_Xor64, before, after);
  return hagstone_ir_binary(translation, Iop_CmpEQ64, shift(translation, Iop_Shr64, different, SIGNIFICAND_BITS),
                            hagstone_ir_constant(0));
}

static IRExpr *may_repeat(struct hagstone_translation *translation, const struct pending *write,
                          IRExpr *const *after) {
  switch (write->written->write.element) {
    case HAGSTONE_ELEMENT_BYTES: return is_same(translation, write->before, after, word_count(write));
    case HAGSTONE_ELEMENT_F80: return has_same_exponent(translation, write->before[0], after[0]);
    default: return is_near(translation, write->written->write.element, write->before[0], after[0]);
  }
}

/* ---- Calls. ---- */

/* Calls a function whose second argument is the thread's state. */
static void call_with_registers(struct hagstone_translation *translation, IRExpr *guard, const HChar *name,
                                void *function, const struct pending *write, UInt count, IRExpr *const *more) {
  IRExpr *written = hagstone_ir_constant((Addr)write->written);
  IRExpr **arguments;
  switch (count) {
    case 0: arguments = mkIRExprVec_2(written, IRExpr_GSPTR()); break;
    case 1: arguments = mkIRExprVec_3(written, IRExpr_GSPTR(), more[0]); break;
    case 2: arguments = mkIRExprVec_4(written, IRExpr_GSPTR(), more[0], more[1]); break;
    case 3: arguments = mkIRExprVec_5(written, IRExpr_GSPTR(), more[0], more[1], more[2]); break;
    default: arguments = mkIRExprVec_6(written, IRExpr_GSPTR(), more[0], more[1], more[2], more[3]); break;
  }
  IRDirty *call = unsafeIRDirty_0_N(0, name, VG_(fnptr_to_fnentry)(function), arguments);
  if (guard) call->guard = guard;
  /* The registers are in memory already; that the call reads them has to be said where it is given the pointer. */
  call->nFxState = 1;
  call->fxState[0].fx = Ifx_Read;
  call->fxState[0].offset = offsetof(VexGuestAMD64State, guest_RAX);
  call->fxState[0].size = sizeof(ULong);
  call->fxState[0].nRepeats = 0;
  call->fxState[0].repeatLen = 0;
  hagstone_ir_emit(translation, IRStmt_Dirty(call));
}

/* I64: the register's place in the register file, but for multiples of their number. */
static IRExpr *x87_place(struct hagstone_translation *translation, const IRPutI *put) {
  IRExpr *sum = hagstone_ir_binary(translation, Iop_Add32, put->ix, IRExpr_Const(IRConst_U32((UInt)put->bias)));
  return widened(translation, sum);
}

static void check(struct hagstone_translation *translation, const struct pending *write, IRExpr *const *after) {
  IRExpr *guard = may_repeat(translation, write, after);
  if (write->put) {
    IRExpr *arguments[] = {write->before[0], after[0], x87_place(translation, write->put)};
    call_with_registers(translation, guard, "hagstone_check_x87", hagstone_check_x87, write, 3, arguments);
    return;
  }
  switch (word_count(write)) {
    case 1:
      call_with_registers(translation, guard, "hagstone_check_register_1", hagstone_check_register_1, write, 1,
                          write->before);
      break;
    case 2:
      call_with_registers(translation, guard, "hagstone_check_register_2", hagstone_check_register_2, write, 2,
                          write->before);
      break;
    default:
      call_with_registers(translation, guard, "hagstone_check_register_4", hagstone_check_register_4, write, 4,
                          write->before);
  }
}

/* ---- Last writers. ---- */

static void put_writer(struct hagstone_translation *translation, SizeT offset, IRExpr *place) {
  hagstone_ir_emit(translation, IRStmt_Put(HAGSTONE_WRITERS_OFFSET + (Int)offset, place));
}

static void set_vector_writers(struct hagstone_translation *translation, const struct hagstone_register_write *write,
                               IRExpr *place) {
  for (UInt part = 0; part < HAGSTONE_VECTOR_PARTS; part++)
    if (write->offset < hagstone_vector_part_start[part + 1] &&
        hagstone_vector_part_start[part] < write->offset + write->set_bytes)
      put_writer(translation,
                 offsetof(struct hagstone_last_writers, vector) +
                     (write->number * HAGSTONE_VECTOR_PARTS + part) * sizeof(hagstone_place),
                 place);
}

static void set_x87_writer(struct hagstone_translation *translation, const IRPutI *put, IRExpr *place) {
  IRRegArray *writers = mkIRRegArray(HAGSTONE_WRITERS_OFFSET + (Int)offsetof(struct hagstone_last_writers, x87),
                                     Ity_I64, HAGSTONE_X87_REGISTERS);
  hagstone_ir_emit(translation, IRStmt_PutI(mkIRPutI(writers, put->ix, put->bias, place)));
}

static void set_writer(struct hagstone_translation *translation, const struct pending *pending_write) {
  const struct hagstone_register_write *write = &pending_write->written->write;
  if (!context_bits)
    context_bits = shift(translation, Iop_Shl64, hagstone_ir_context(translation), HAGSTONE_SITE_BITS);
  IRExpr *place = hagstone_ir_binary(translation, Iop_Or64, context_bits,
                                     hagstone_ir_constant(pending_write->written->site->id));
  switch (write->file) {
    case HAGSTONE_GENERAL_REGISTER:
      if (write->bytes >= 4)
        put_writer(translation, offsetof(struct hagstone_last_writers, general) + write->number * sizeof(hagstone_place),
                   place);
      else
        call_with_registers(translation, NULL, "hagstone_write_register_part",
                            hagstone_write_register_part, pending_write, 1, &place);
      break;
    case HAGSTONE_VECTOR_REGISTER: set_vector_writers(translation, write, place); break;
    case HAGSTONE_X87_REGISTER: set_x87_writer(translation, pending_write->put, place); break;
    default:
      put_writer(translation, offsetof(struct hagstone_last_writers, x87) + write->number * sizeof(hagstone_place),
                 place);
  }
}

/* ---- The plain version. ---- */

static void tell_before(struct hagstone_translation *translation, struct pending *write) {
  IRExpr *value = hagstone_ir_constant(0);
  if (write->put) read_value(translation, write, &value);
  call_with_registers(translation, NULL, "hagstone_tell_register_before",
                      hagstone_tell_register_before, write, 1, &value);
}

static void tell_after(struct hagstone_translation *translation, const struct pending *write) {
  IRExpr *arguments[] = {hagstone_ir_constant(0), hagstone_ir_constant(0)};
  if (write->put) {
    arguments[0] = widened(translation, write->put->data);
    arguments[1] = x87_place(translation, write->put);
  }
  call_with_registers(translation, NULL, "hagstone_tell_register_after",
                      hagstone_tell_register_after, write, 2, arguments);
}

/* ---- Statements. ---- */

/* Several writes of one instruction make it one repeating instruction. */
static void begin_companions(struct hagstone_translation *translation, const struct pending *write) {
  if (!write->written->has_companions || counted_apart) return;
  hagstone_ir_store(translation, hagstone_ir_constant((Addr)&hagstone_instruction_repeated), hagstone_ir_constant(0));
  counted_apart = True;
}

void hagstone_emit_before_registers(struct hagstone_translation *translation, const IRSB *in, Int statement) {
  for (UInt i = 0; i < pending_count; i++) {
    if (pending[i].first != statement) continue;
    if (hagstone_options.generic)
      tell_before(translation, &pending[i]);
    else
      read_value(translation, &pending[i], pending[i].before);
  }
}

void hagstone_emit_after_registers(struct hagstone_translation *translation, const IRSB *in, Int statement) {
  for (UInt i = 0; i < pending_count; i++) {
    if (pending[i].last != statement) continue;
    begin_companions(translation, &pending[i]);
    if (hagstone_options.generic) {
      tell_after(translation, &pending[i]);
      continue;
    }
    IRExpr *after[MOST_WORDS];
    read_written_value(translation, in, &pending[i], after);
    check(translation, &pending[i], after);
    set_writer(translation, &pending[i]);
  }
}

const struct hagstone_site *hagstone_completed_register(Int statement, UInt index) {
  for (UInt i = 0; i < pending_count; i++)
    if (pending[i].last == statement && index-- == 0) return pending[i].written->site;
  return NULL;
}
