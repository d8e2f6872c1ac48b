/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "register_batch_code.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"

#include "exhaustive/tables/lasting_memory.h"
#include "exhaustive/instructions/register_writes.h"
#include "common/compare.h"
#include "exhaustive/registers/register_batch.h"
#include "exhaustive/registers/register_checks.h"
#include "exhaustive/registers/register_state.h"
#include "register_words.h"

typedef UChar check_number; /* from 1; 0: none */

/* The batch under construction. */
static struct {
  UInt count;
  struct hagstone_register_check checks[HAGSTONE_MOST_BATCH_CHECKS];
  IRExpr *places[HAGSTONE_MOST_BATCH_CHECKS]; /* null: not computed yet */
  IRExpr *repeated;                           /* I64; null: no check yet */
  UInt values;                                /* words kept */
  UInt instructions;                          /* begun in this superblock */
  /* The latest write of each part, by register. */
  check_number general[HAGSTONE_GENERAL_REGISTERS][HAGSTONE_VECTOR_PARTS];
  check_number vector[HAGSTONE_VECTOR_REGISTERS][HAGSTONE_VECTOR_PARTS];
  check_number mmx[HAGSTONE_X87_REGISTERS][HAGSTONE_VECTOR_PARTS];
} batch;

static IRExpr *context_bits; /* of a place; null: not computed in this superblock yet */
static Bool is_split;        /* the instruction under translation has writes in an earlier batch */

static void empty_batch(Bool keeps_values) {
  if (!keeps_values) batch.values = 0;
  if (!batch.count) return;
  batch.count = 0;
  batch.repeated = NULL;
  VG_(memset)(batch.places, 0, sizeof batch.places);
  VG_(memset)(batch.general, 0, sizeof batch.general);
  VG_(memset)(batch.vector, 0, sizeof batch.vector);
  VG_(memset)(batch.mmx, 0, sizeof batch.mmx);
}

void hagstone_begin_register_batches(void) {
  context_bits = NULL;
  batch.instructions = 0;
  empty_batch(False);
}

/* ---- Calls and places. ---- */

void hagstone_call_with_registers(struct hagstone_translation *translation, IRExpr *guard, const HChar *name,
                                  void *function, const void *first, UInt count, IRExpr *const *more) {
  IRExpr *argument = hagstone_ir_constant((Addr)first);
  IRExpr **arguments;
  switch (count) {
    case 0: arguments = mkIRExprVec_2(argument, IRExpr_GSPTR()); break;
    case 1: arguments = mkIRExprVec_3(argument, IRExpr_GSPTR(), more[0]); break;
    case 2: arguments = mkIRExprVec_4(argument, IRExpr_GSPTR(), more[0], more[1]); break;
    default: arguments = mkIRExprVec_5(argument, IRExpr_GSPTR(), more[0], more[1], more[2]); break;
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

static IRExpr *place_of_site(struct hagstone_translation *translation, UInt site) {
  if (!context_bits)
    context_bits = hagstone_ir_binary(translation, Iop_Shl64, hagstone_ir_context(translation),
                                      IRExpr_Const(IRConst_U8(HAGSTONE_SITE_BITS)));
  return hagstone_ir_binary(translation, Iop_Or64, context_bits, hagstone_ir_constant(site));
}

IRExpr *hagstone_emit_place(struct hagstone_translation *translation, const struct hagstone_pending_write *write) {
  return place_of_site(translation, write->written->site->id);
}

static IRExpr *place_of_check(struct hagstone_translation *translation, check_number number) {
  IRExpr **place = &batch.places[number - 1];
  if (!*place) *place = place_of_site(translation, batch.checks[number - 1].site);
  return *place;
}

/* ---- Values that are needed again. ---- */

static UInt kept_words(const struct hagstone_register_write *write) { return write->bytes <= 8 ? 1 : write->bytes / 8; }

static void keep_value(struct hagstone_translation *translation, struct hagstone_pending_write *write) {
  if (write->value_before) return;
  write->value_before = (UShort)(HAGSTONE_KEPT_VALUES_OFFSET + 8 * (Int)batch.values);
  for (UInt i = 0; i < kept_words(&write->written->write); i++)
    hagstone_ir_emit(translation, IRStmt_Put(write->value_before + 8 * (Int)i, write->before[i]));
  batch.values += kept_words(&write->written->write);
}

/* The value behind the write is still in its register only. */
static Bool is_open(const struct hagstone_register_check *check) {
  return check->value_before && check->value_after == hagstone_register_offset(&check->written->write);
}

static Bool has_same_shape(const struct hagstone_register_write *left, const struct hagstone_register_write *right) {
  return left->file == right->file && left->number == right->number && left->offset == right->offset &&
         left->bytes == right->bytes;
}

static Bool begins_in_shape(const struct hagstone_pending_writes *writes, Int statement,
                            const struct hagstone_register_write *shape) {
  for (UInt i = 0; i < writes->count; i++)
    if (writes->items[i].first == statement && has_same_shape(&writes->items[i].written->write, shape)) return True;
  return False;
}

Bool hagstone_batch_loses_value(const IRSB *in, const struct hagstone_pending_writes *writes, Int statement) {
  for (UInt i = 0; i < batch.count; i++) {
    const struct hagstone_register_write *write = &batch.checks[i].written->write;
    if (is_open(&batch.checks[i]) &&
        hagstone_writes_state(in->tyenv, in->stmts[statement], hagstone_register_offset(write), write->bytes) &&
        !begins_in_shape(writes, statement, write))
      return True;
  }
  return False;
}

/* The value before this write is the value behind the open one of its shape. */
static void close_earlier(struct hagstone_translation *translation, struct hagstone_pending_write *write) {
  for (UInt i = 0; i < batch.count; i++) {
    struct hagstone_register_check *check = &batch.checks[i];
    if (!is_open(check) || !has_same_shape(&check->written->write, &write->written->write)) continue;
    keep_value(translation, write);
    check->value_after = write->value_before;
  }
}

/* ---- Writes. ---- */

void hagstone_begin_batch_instruction(struct hagstone_translation *translation) {
  const UInt most_words = HAGSTONE_MOST_REGISTER_WRITES * HAGSTONE_MOST_REGISTER_WORDS;
  if (batch.count + HAGSTONE_MOST_REGISTER_WRITES > HAGSTONE_MOST_BATCH_CHECKS ||
      batch.values + most_words > HAGSTONE_KEPT_VALUES)
    hagstone_end_register_batch(translation, False);
  is_split = False;
  batch.instructions++;
}

void hagstone_begin_batched_write(struct hagstone_translation *translation, struct hagstone_pending_write *write) {
  write->value_before = 0;
  hagstone_read_register(translation, write, write->before);
  if (write->written->write.element != HAGSTONE_ELEMENT_BYTES) keep_value(translation, write);
  close_earlier(translation, write);
}

static check_number *latest_of(const struct hagstone_register_write *write) {
  switch (write->file) {
    case HAGSTONE_GENERAL_REGISTER: return batch.general[write->number];
    case HAGSTONE_VECTOR_REGISTER: return batch.vector[write->number];
    default: return batch.mmx[write->number];
  }
}

static void note_writer(struct hagstone_register_check *check, UInt part) {
  const struct hagstone_register_write *write = &check->written->write;
  const SizeT place = sizeof(hagstone_place);
  SizeT offset;
  switch (write->file) {
    case HAGSTONE_GENERAL_REGISTER: offset = offsetof(struct hagstone_last_writers, general) + write->number * place; break;
    case HAGSTONE_VECTOR_REGISTER:
      offset = offsetof(struct hagstone_last_writers, vector) + (write->number * HAGSTONE_VECTOR_PARTS + part) * place;
      break;
    default: offset = offsetof(struct hagstone_last_writers, x87) + write->number * place;
  }
  check->writer = (UShort)(HAGSTONE_WRITERS_OFFSET + (Int)offset);
}

/* `one_writer`: all the `parts` parts of the value have the same. */
static UChar form_of(const struct hagstone_written_register *written, Bool one_writer, UInt parts) {
  const struct hagstone_register_write *write = &written->write;
  if (!one_writer || written->has_companions) return HAGSTONE_CHECK_OTHER;
  if (write->element == HAGSTONE_ELEMENT_F64 && write->bytes == sizeof(double) && write->offset == 0)
    return HAGSTONE_CHECK_DOUBLE;
  const Bool has_one_place = parts == 1 || write->file != HAGSTONE_VECTOR_REGISTER;
  return write->element == HAGSTONE_ELEMENT_BYTES && has_one_place ? HAGSTONE_CHECK_EXACT : HAGSTONE_CHECK_OTHER;
}

static void add_check(const struct hagstone_pending_write *write) {
  struct hagstone_written_register *written = write->written;
  const struct hagstone_register_write *what = &written->write;
  const struct hagstone_register_parts parts = hagstone_parts_of_file(what->file);
  struct hagstone_register_check *check = &batch.checks[batch.count++];
  check_number *latest = latest_of(what);
  const Bool is_compared_again = what->element != HAGSTONE_ELEMENT_BYTES;
  *check = (struct hagstone_register_check){
      .written = written,
      .site = written->site->id,
      .value_before = is_compared_again ? write->value_before : 0,
      .value_after = is_compared_again ? (UShort)hagstone_register_offset(what) : 0,
      .instruction = (UChar)batch.instructions,
      .is_split = is_split,
  };
  UInt in_value = 0, first = 0;
  Bool one_writer = True;
  for (UInt part = 0; part < parts.count; part++) {
    check->previous[part] = latest[part];
    if (hagstone_in_part(parts, part, what->offset, what->bytes)) {
      if (!in_value++) first = part;
      if (check->previous[part] != check->previous[first]) one_writer = False;
    }
    if (hagstone_in_part(parts, part, what->offset, what->set_bytes)) latest[part] = (check_number)batch.count;
  }
  note_writer(check, first);
  check->form = form_of(written, one_writer, in_value);
  if (one_writer && check->previous[first]) check->previous_site = batch.checks[check->previous[first] - 1].site;
}

void hagstone_end_batched_write(struct hagstone_translation *translation, const IRSB *in,
                                const struct hagstone_pending_write *write) {
  IRExpr *after[HAGSTONE_MOST_REGISTER_WORDS];
  hagstone_read_written_register(translation, in, write, after);
  IRExpr *repeats = hagstone_ir_unary(translation, Iop_1Uto64, hagstone_register_may_repeat(translation, write, after));
  if (batch.repeated)
    repeats = hagstone_ir_binary(translation, Iop_Add64, repeats,
                                 hagstone_ir_binary(translation, Iop_Shl64, batch.repeated, IRExpr_Const(IRConst_U8(1))));
  batch.repeated = repeats;
  add_check(write);
}

/* ---- The end of the batch. ---- */

static void put_writer(struct hagstone_translation *translation, SizeT offset, IRExpr *place) {
  hagstone_ir_emit(translation, IRStmt_Put(HAGSTONE_WRITERS_OFFSET + (Int)offset, place));
}

static void put_general_writer(struct hagstone_translation *translation, check_number number) {
  const struct hagstone_written_register *written = batch.checks[number - 1].written;
  IRExpr *place = place_of_check(translation, number);
  if (written->write.set_bytes == 8)
    put_writer(translation,
               offsetof(struct hagstone_last_writers, general) + written->write.number * sizeof(hagstone_place), place);
  else
    hagstone_call_with_registers(translation, NULL, "hagstone_write_register_part", hagstone_write_register_part, written,
                                 1, &place);
}

/* The writers that are still the latest of a part, in the order of their writes. */
static void put_writers(struct hagstone_translation *translation, check_number number) {
  const struct hagstone_register_write *write = &batch.checks[number - 1].written->write;
  const check_number *latest = latest_of(write);
  for (UInt part = 0; part < hagstone_parts_of_file(write->file).count; part++) {
    if (latest[part] != number) continue;
    switch (write->file) {
      case HAGSTONE_GENERAL_REGISTER: put_general_writer(translation, number); return;
      case HAGSTONE_VECTOR_REGISTER:
        put_writer(translation,
                   offsetof(struct hagstone_last_writers, vector) +
                       (write->number * HAGSTONE_VECTOR_PARTS + part) * sizeof(hagstone_place),
                   place_of_check(translation, number));
        break;
      default:
        put_writer(translation, offsetof(struct hagstone_last_writers, x87) + write->number * sizeof(hagstone_place),
                   place_of_check(translation, number));
    }
  }
}

static struct hagstone_register_batch *lasting_batch(void) {
  const SizeT bytes = batch.count * sizeof *batch.checks;
  struct hagstone_register_batch *lasting = hagstone_lasting_memory(sizeof *lasting + bytes);
  if (!lasting) return NULL;
  lasting->count = batch.count;
  VG_(memcpy)(lasting->checks, batch.checks, bytes);
  return lasting;
}

/* Other writes of the instruction under translation follow in another batch. */
static void split_instruction(struct hagstone_translation *translation) {
  for (UInt i = 0; i < batch.count; i++) {
    if (batch.checks[i].instruction != batch.instructions) continue;
    batch.checks[i].is_split = True;
    if (is_split) continue;
    is_split = True;
    hagstone_ir_store(translation, hagstone_ir_constant((Addr)&hagstone_split_instruction_repeated),
                      hagstone_ir_constant(0));
  }
}

void hagstone_end_register_batch(struct hagstone_translation *translation, Bool is_inside) {
  if (is_inside) split_instruction(translation);
  struct hagstone_register_batch *lasting = batch.count ? lasting_batch() : NULL;
  if (lasting)
    hagstone_call_with_registers(translation, hagstone_ir_unary(translation, Iop_CmpNEZ64, batch.repeated),
                                 "hagstone_count_register_batch", hagstone_count_register_batch, lasting, 1,
                                 &batch.repeated);
  for (UInt number = 1; number <= batch.count; number++) put_writers(translation, (check_number)number);
  empty_batch(is_inside);
}
