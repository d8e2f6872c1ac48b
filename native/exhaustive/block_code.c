/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "block_code.h"

#include "engine_state.h"
#include "options.h"
#include "windows.h"

#define CONSTANT(value) hagstone_ir_constant(value)

static IRExpr *load_state(struct hagstone_translation *translation, const void *place) {
  return hagstone_ir_load(translation, Ity_I64, CONSTANT((Addr)place));
}

void hagstone_emit_entry(struct hagstone_translation *translation) {
  if (!hagstone_options.window_on || hagstone_options.count) return;
  IRExpr *remaining = load_state(translation, &hagstone_engine.remaining);
  IRExpr *over = hagstone_ir_binary(translation, Iop_CmpLE64S, remaining, CONSTANT(0));
  hagstone_ir_call(translation, over, "hagstone_turn_window", hagstone_turn_window, 0, 0);
  translation->measuring_count = load_state(translation, &hagstone_engine.measuring);
  translation->measuring = hagstone_ir_binary(translation, Iop_CmpNE64, translation->measuring_count, CONSTANT(0));
}

void hagstone_begin_block(struct hagstone_block_contents *block, Addr address) {
  block->address = address;
  block->instruction_count = 0;
  block->access_count = 0;
  block->missing = 0;
}

Bool hagstone_add_block_access(struct hagstone_block_contents *block, Addr instruction,
                               const struct hagstone_site *site) {
  if (block->access_count == HAGSTONE_MOST_BLOCK_ACCESSES || instruction < block->address ||
      instruction - block->address > 0xffffffffu)
    return False;
  block->accesses[block->access_count++] =
      (struct hagstone_block_access){.offset = (UInt)(instruction - block->address),
                                     .kind = site->kind,
                                     .element = site->element,
                                     .bytes = (UShort)site->bytes};
  return True;
}

static void increment(struct hagstone_translation *translation, IRExpr *counter, IRExpr *by) {
  IRExpr *count = hagstone_ir_load(translation, Ity_I64, counter);
  hagstone_ir_store(translation, counter, hagstone_ir_binary(translation, Iop_Add64, count, by));
}

static void emit_count_by_context(struct hagstone_translation *translation, struct hagstone_block_memo *memo) {
  IRExpr *known = load_state(translation, &memo->context);
  IRExpr *changed = hagstone_ir_binary(translation, Iop_CmpNE64, known, hagstone_ir_context(translation));
  IRExpr *guard = hagstone_ir_and(translation, changed, translation->measuring);
  IRExpr *argument = CONSTANT((Addr)memo);
  hagstone_ir_call(translation, guard, "hagstone_find_block_counter", hagstone_find_block_counter, 1, &argument);
  increment(translation, load_state(translation, &memo->counter),
            translation->measuring_count ? translation->measuring_count : CONSTANT(1));
}

void hagstone_emit_block_end(struct hagstone_translation *translation, const struct hagstone_block_contents *block) {
  if (!block->instruction_count && !block->access_count) return;
  struct hagstone_block_memo *memo = hagstone_block(block);
  if (memo && hagstone_options.count)
    increment(translation, CONSTANT((Addr)hagstone_total_block_counter(memo)), CONSTANT(1));
  else if (memo)
    emit_count_by_context(translation, memo);
  if (translation->measuring)
    increment(translation, CONSTANT((Addr)&hagstone_engine.remaining), CONSTANT(-(ULong)block->instruction_count));
}

void hagstone_emit_guarded_count(struct hagstone_translation *translation, const struct hagstone_site *site,
                                 IRExpr *guard) {
  IRExpr *arguments[] = {CONSTANT((Addr)site), CONSTANT(site->bytes)};
  hagstone_ir_call(translation, guard, "hagstone_count_access", hagstone_count_access, 2, arguments);
}
