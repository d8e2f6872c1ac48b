/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "register_code.h"

#include "exhaustive/options.h"
#include "common/raw_format.h"
#include "register_batch_code.h"
#include "exhaustive/registers/register_checks.h"
#include "exhaustive/registers/register_state.h"
#include "register_words.h"

/* Writes of the instruction under translation. */
static struct hagstone_pending_writes pending;
static Bool counted_apart; /* whether hagstone_split_instruction_repeated is 0 for it already */

static Bool is_wanted(void) { return hagstone_tool_wanted(HAGSTONE_TOOL_REGISTERS) != 0; }

void hagstone_begin_register_superblock(void) {
  pending.count = 0;
  hagstone_begin_register_batches();
}

void hagstone_begin_register_instruction(struct hagstone_translation *translation, const IRSB *in, Int mark) {
  if (!is_wanted()) return;
  counted_apart = False;
  hagstone_find_register_writes(in, mark, &pending);
  hagstone_begin_batch_instruction(translation);
}

void hagstone_end_register_superblock(struct hagstone_translation *translation) {
  hagstone_end_register_batch(translation, False);
}

/* ---- One write at a time: the x87, whose registers are found when the code runs, and the plain version. ---- */

/* I64: the register's place in the register file, but for multiples of their number. */
static IRExpr *x87_place(struct hagstone_translation *translation, const IRPutI *put) {
  return hagstone_widen_register(
      translation, hagstone_ir_binary(translation, Iop_Add32, put->ix, IRExpr_Const(IRConst_U32((UInt)put->bias))));
}

/* Several writes of one instruction make it one repeating instruction. */
static void begin_companions(struct hagstone_translation *translation, const struct hagstone_pending_write *write) {
  if (!write->written->has_companions || counted_apart) return;
  hagstone_ir_store(translation, hagstone_ir_constant((Addr)&hagstone_split_instruction_repeated), hagstone_ir_constant(0));
  counted_apart = True;
}

static void end_x87_write(struct hagstone_translation *translation, const IRSB *in,
                          const struct hagstone_pending_write *write) {
  IRExpr *after, *place = x87_place(translation, write->put);
  begin_companions(translation, write);
  hagstone_read_written_register(translation, in, write, &after);
  IRExpr *arguments[] = {write->before[0], after, place};
  hagstone_call_with_registers(translation, hagstone_register_may_repeat(translation, write, &after), "hagstone_check_x87",
                               hagstone_check_x87, write->written, 3, arguments);
  IRRegArray *writers = mkIRRegArray(HAGSTONE_WRITERS_OFFSET + (Int)offsetof(struct hagstone_last_writers, x87), Ity_I64,
                                     HAGSTONE_X87_REGISTERS);
  hagstone_ir_emit(translation, IRStmt_PutI(mkIRPutI(writers, write->put->ix, write->put->bias,
                                                     hagstone_emit_place(translation, write))));
}

static void tell_before(struct hagstone_translation *translation, struct hagstone_pending_write *write) {
  IRExpr *value = hagstone_ir_constant(0);
  if (write->put) hagstone_read_register(translation, write, &value);
  hagstone_call_with_registers(translation, NULL, "hagstone_tell_register_before", hagstone_tell_register_before,
                               write->written, 1, &value);
}

static void tell_after(struct hagstone_translation *translation, const struct hagstone_pending_write *write) {
  IRExpr *arguments[] = {hagstone_ir_constant(0), hagstone_ir_constant(0)};
  begin_companions(translation, write);
  if (write->put) {
    arguments[0] = hagstone_widen_register(translation, write->put->data);
    arguments[1] = x87_place(translation, write->put);
  }
  hagstone_call_with_registers(translation, NULL, "hagstone_tell_register_after", hagstone_tell_register_after,
                               write->written, 2, arguments);
}

/* ---- Statements. ---- */

static void begin_write(struct hagstone_translation *translation, struct hagstone_pending_write *write) {
  if (hagstone_options.generic)
    tell_before(translation, write);
  else if (write->put)
    hagstone_read_register(translation, write, write->before);
  else
    hagstone_begin_batched_write(translation, write);
}

static void end_write(struct hagstone_translation *translation, const IRSB *in,
                      const struct hagstone_pending_write *write) {
  if (hagstone_options.generic)
    tell_after(translation, write);
  else if (write->put)
    end_x87_write(translation, in, write);
  else
    hagstone_end_batched_write(translation, in, write);
}

/* Writes of the instruction are complete or have begun, and others are to come. */
static Bool is_inside(Int statement) {
  Bool begun = False, goes_on = False;
  for (UInt i = 0; i < pending.count; i++) {
    if (pending.items[i].first < statement) begun = True;
    if (pending.items[i].last >= statement) goes_on = True;
  }
  return begun && goes_on;
}

/* The superblock may be left here, the writers of MMX registers, which are those of the x87, are needed, or values. */
static Bool ends_batch(const IRSB *in, Int statement) {
  const IRStmtTag tag = in->stmts[statement]->tag;
  return tag == Ist_Exit || tag == Ist_PutI || hagstone_batch_loses_value(in, &pending, statement);
}

void hagstone_emit_before_registers(struct hagstone_translation *translation, const IRSB *in, Int statement) {
  if (!is_wanted()) return;
  if (ends_batch(in, statement)) hagstone_end_register_batch(translation, is_inside(statement));
  for (UInt i = 0; i < pending.count; i++)
    if (pending.items[i].first == statement) begin_write(translation, &pending.items[i]);
}

void hagstone_emit_after_registers(struct hagstone_translation *translation, const IRSB *in, Int statement) {
  for (UInt i = 0; i < pending.count; i++)
    if (pending.items[i].last == statement) end_write(translation, in, &pending.items[i]);
}

const struct hagstone_site *hagstone_completed_register(Int statement, UInt index) {
  for (UInt i = 0; i < pending.count; i++)
    if (pending.items[i].last == statement && index-- == 0) return pending.items[i].written->site;
  return NULL;
}
