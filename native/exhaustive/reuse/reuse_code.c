/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reuse_code.h"

#include "../engine_state.h"
#include "exhaustive/translation/instrumentation.h"
#include "exhaustive/translation/superblock.h"
#include "access_batch.h"
#include "pub_tool_libcassert.h"

/* Room for the description of one more entry, all zeros. It includes unused room of the one before. */
static struct hagstone_batch_block *new_block(void) {
  enum { PIECE = 1 << 20 };
  static struct hagstone_batch_block *last;
  static char *piece_end;
  char *place = last ? (char *)&last->accesses[last->count] : 0;
  if (!place || (ULong)(piece_end - place) < sizeof *last) {
    place = hagstone_memory(PIECE);
    tl_assert2(place, "no memory to describe more of the program's code; free some");
    piece_end = place + PIECE;
  }
  last = (struct hagstone_batch_block *)(void *)place;
  return last;
}

static IRExpr *load_word(struct hagstone_translation *translation, const void *place) {
  return hagstone_ir_load(translation, Ity_I64, hagstone_ir_constant((Addr)place));
}

static IRExpr *place_in_entry(struct hagstone_translation *translation, ULong offset) {
  return hagstone_ir_binary(translation, Iop_Add64, translation->batch_entry, hagstone_ir_constant(offset));
}

/* Its length is not known before its last access: it is put in with each. */
static void open_entry(struct hagstone_translation *translation) {
  const void *const end = &hagstone_access_batch.end;
  IRExpr *const full = hagstone_ir_binary(translation, Iop_CmpLT64U, hagstone_ir_constant((Addr)hagstone_batch_limit),
                                          load_word(translation, end));
  hagstone_ir_call(translation, full, "hagstone_measure_batch", hagstone_measure_batch, 0, 0);
  translation->batch_entry = load_word(translation, end);
  translation->batch_block = new_block();
  hagstone_ir_store(translation, translation->batch_entry, hagstone_ir_constant((Addr)translation->batch_block));
  IRExpr *const thread = hagstone_ir_binary(translation, Iop_Shl64, load_word(translation, &hagstone_engine.thread),
                                            IRExpr_Const(IRConst_U8(32)));
  hagstone_ir_store(translation, place_in_entry(translation, offsetof(struct hagstone_batch_entry, where)),
                    hagstone_ir_binary(translation, Iop_Or64, thread, hagstone_ir_context(translation)));
  translation->batch_entry_end = hagstone_ir_constant(0);
  hagstone_ir_store(translation, hagstone_ir_constant((Addr)end),
                    hagstone_ir_binary(translation, Iop_Add64, translation->batch_entry, translation->batch_entry_end));
}

static void after_access(struct hagstone_translation *translation, const struct hagstone_code_access *access) {
  if (!translation->batch_block || translation->batch_block->count == HAGSTONE_MOST_BATCH_ACCESSES) open_entry(translation);
  struct hagstone_batch_block *const block = translation->batch_block;
  const ULong offset = hagstone_batch_entry_bytes(block->count);
  block->accesses[block->count++] = hagstone_sized(access->site->id, access->bytes);
  translation->batch_entry_end->Iex.Const.con->Ico.U64 = hagstone_batch_entry_bytes(block->count);
  IRExpr *const address = access->guard
                              ? hagstone_ir_choose(translation, access->guard, access->address, hagstone_ir_constant(0))
                              : access->address;
  hagstone_ir_store(translation, place_in_entry(translation, offset), address);
}

const struct hagstone_code_hooks hagstone_reuse_code = {.after_load = after_access, .after_store = after_access};
