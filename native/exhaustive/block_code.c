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

/* The part of the cache's address and of the key that depends on the context, once for each superblock. */
static void find_context_in_cache(struct hagstone_translation *translation) {
  if (translation->counter_hash) return;
  IRExpr *context = hagstone_ir_context(translation);
  IRExpr *product = hagstone_ir_binary(translation, Iop_Mul64, context, CONSTANT(HAGSTONE_COUNTER_HASH));
  translation->counter_hash = hagstone_ir_binary(translation, Iop_And64, product, CONSTANT(HAGSTONE_COUNTER_MASK));
  translation->counter_key = hagstone_ir_binary(translation, Iop_Shl64, context, IRExpr_Const(IRConst_U8(32)));
}

static void emit_count_by_context(struct hagstone_translation *translation, UInt number) {
  find_context_in_cache(translation);
  IRExpr *offset = hagstone_ir_binary(translation, Iop_Xor64, translation->counter_hash,
                                      CONSTANT(hagstone_counter_place(number)));
  IRExpr *cached = hagstone_ir_binary(translation, Iop_Add64, offset, CONSTANT((Addr)hagstone_counter_cache));
  IRExpr *key = hagstone_ir_binary(translation, Iop_Or64, translation->counter_key, CONSTANT(number));
  IRExpr *unknown =
      hagstone_ir_binary(translation, Iop_CmpNE64, hagstone_ir_load(translation, Ity_I64, cached), key);
  IRExpr *guard = hagstone_ir_and(translation, unknown, translation->measuring);
  IRExpr *argument = CONSTANT(number);
  hagstone_ir_call(translation, guard, "hagstone_find_block_counter", hagstone_find_block_counter, 1, &argument);
  IRExpr *counter = hagstone_ir_binary(translation, Iop_Add64, cached,
                                       CONSTANT(offsetof(struct hagstone_cached_counter, counter)));
  increment(translation, hagstone_ir_load(translation, Ity_I64, counter),
            translation->measuring_count ? translation->measuring_count : CONSTANT(1));
}

void hagstone_emit_block_end(struct hagstone_translation *translation, const struct hagstone_block_contents *block) {
  if (!block->instruction_count && !block->access_count) return;
  const UInt number = hagstone_block(block);
  if (number && hagstone_options.count)
    increment(translation, CONSTANT((Addr)hagstone_total_block_counter(number)), CONSTANT(1));
  else if (number)
    emit_count_by_context(translation, number);
  if (translation->measuring)
    increment(translation, CONSTANT((Addr)&hagstone_engine.remaining), CONSTANT(-(ULong)block->instruction_count));
}

void hagstone_emit_guarded_count(struct hagstone_translation *translation, const struct hagstone_site *site,
                                 IRExpr *guard) {
  IRExpr *arguments[] = {CONSTANT((Addr)site), CONSTANT(site->bytes)};
  hagstone_ir_call(translation, guard, "hagstone_count_access", hagstone_count_access, 2, arguments);
}
