/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "block_code.h"

#include "libvex_guest_offsets.h"

#include "access_counts.h"
#include "instrumentation.h"
#include "exhaustive/contexts/context_sums.h"
#include "exhaustive/engine_state.h"
#include "exhaustive/contexts/executions.h"
#include "exhaustive/options.h"

#define CONSTANT(value) hagstone_ir_constant(value)

void hagstone_emit_entry(struct hagstone_translation *translation, Addr address) {
  if (!hagstone_options.window_on) return;
  translation->remaining = hagstone_ir_load(translation, Ity_I64, CONSTANT((Addr)&hagstone_engine.remaining));
  IRExpr *over = hagstone_ir_binary(translation, Iop_CmpLE64S, translation->remaining, CONSTANT(0));
  /* By way of the scheduler, where the window turns; other exits are made jumps to the same version for good. Of those
   * that come to nothing there, Ijk_Yield would cut the thread's time slice short; the note that this one may tell stays
   * untold. */
  hagstone_ir_emit(translation, IRStmt_Exit(over, Ijk_EmWarn, IRConst_U64(address), OFFSET_amd64_RIP));
}

void hagstone_emit_instructions(struct hagstone_translation *translation, UInt count) {
  if (!translation->remaining || !count) return;
  translation->instructions += count;
  hagstone_ir_store(
      translation, CONSTANT((Addr)&hagstone_engine.remaining),
      hagstone_ir_binary(translation, Iop_Sub64, translation->remaining, CONSTANT(translation->instructions)));
}

void hagstone_begin_block(struct hagstone_block_contents *block, Addr address) {
  block->address = address;
  block->instruction_count = 0;
  block->access_count = 0;
  block->missing = 0;
  block->instructions_to_last_access = 0;
  block->first_sites[0] = block->first_sites[1] = 0;
}

Bool hagstone_add_block_access(struct hagstone_block_contents *block, Addr instruction, const struct hagstone_site *site) {
  if (block->access_count == HAGSTONE_MOST_BLOCK_ACCESSES || instruction < block->address ||
      instruction - block->address > 0xffffffffu)
    return False;
  block->instructions_to[block->access_count] = (UShort)(block->instruction_count - block->instructions_to_last_access);
  block->instructions_to_last_access = block->instruction_count;
  block->accesses[block->access_count++] = (struct hagstone_block_access){.offset = (UInt)(instruction - block->address),
                                                                          .kind = site->kind,
                                                                          .element = site->element,
                                                                          .bytes = (UShort)site->bytes};
  if (site->kind == HAGSTONE_LOAD || site->kind == HAGSTONE_STORE) {
    UInt *first = &block->first_sites[site->kind - HAGSTONE_LOAD];
    if (!*first) *first = site->id;
  }
  return True;
}

static void add(struct hagstone_translation *translation, IRExpr *counter, ULong number) {
  IRExpr *count = hagstone_ir_load(translation, Ity_I64, counter);
  hagstone_ir_store(translation, counter, hagstone_ir_binary(translation, Iop_Add64, count, CONSTANT(number)));
}

/* Loads the place of the superblock's counters in the running context. The superblock's number is not known before its
 * last block: it is put in at the end. */
static void find_counters(struct hagstone_translation *translation) {
  IRExpr *context = hagstone_ir_context(translation);
  IRExpr *product = hagstone_ir_binary(translation, Iop_Mul64, context, CONSTANT(HAGSTONE_COUNTER_HASH));
  IRExpr *hash = hagstone_ir_binary(translation, Iop_And64, product, CONSTANT(HAGSTONE_COUNTER_MASK));
  translation->cache_place = CONSTANT(0);
  IRExpr *offset = hagstone_ir_binary(translation, Iop_Xor64, hash, translation->cache_place);
  IRExpr *cached = hagstone_ir_binary(translation, Iop_Add64, offset, CONSTANT((Addr)hagstone_counter_cache));
  IRExpr *shifted = hagstone_ir_binary(translation, Iop_Shl64, context, IRExpr_Const(IRConst_U8(32)));
  translation->superblock = CONSTANT(0);
  IRExpr *key = hagstone_ir_binary(translation, Iop_Or64, shifted, translation->superblock);
  IRExpr *unknown = hagstone_ir_binary(translation, Iop_CmpNE64, hagstone_ir_load(translation, Ity_I64, cached), key);
  translation->superblock_argument = CONSTANT(0);
  hagstone_ir_call(translation, unknown, "hagstone_find_counters", hagstone_find_counters, 1,
                   &translation->superblock_argument);
  translation->counters = hagstone_ir_load(
      translation, Ity_I64,
      hagstone_ir_binary(translation, Iop_Add64, cached, CONSTANT(offsetof(struct hagstone_cached_counters, first))));
}

/* Adds the block's accesses of one kind to the sum of the running context. */
static void add_to_sum(struct hagstone_translation *translation, const struct hagstone_block_contents *block,
                       enum hagstone_access_kind kind) {
  ULong instances = 0, bytes = 0;
  for (UInt i = 0; i < block->access_count; i++) {
    if (block->accesses[i].kind != kind) continue;
    instances++;
    bytes += block->accesses[i].bytes;
  }
  if (!instances || !hagstone_context_sums_wanted(kind)) return;
  IRExpr *context = hagstone_ir_context(translation);
  IRExpr *offset = hagstone_ir_binary(translation, Iop_Mul64, context, CONSTANT(sizeof(struct hagstone_context_sum)));
  IRExpr *place = hagstone_ir_binary(translation, Iop_Add64, offset, CONSTANT((Addr)hagstone_context_sum(0, kind)));
  IRExpr *before = hagstone_ir_load(translation, Ity_I64, place);
  IRExpr *arguments[] = {context, CONSTANT(block->first_sites[kind - HAGSTONE_LOAD])};
  hagstone_ir_call(translation, hagstone_ir_binary(translation, Iop_CmpEQ64, before, CONSTANT(0)), "hagstone_first_access",
                   hagstone_first_access, 2, arguments);
  hagstone_ir_store(translation, place, hagstone_ir_binary(translation, Iop_Add64, before, CONSTANT(instances)));
  add(translation,
      hagstone_ir_binary(translation, Iop_Add64, place, CONSTANT(offsetof(struct hagstone_context_sum, bytes))), bytes);
}

void hagstone_emit_block_end(struct hagstone_translation *translation, const struct hagstone_block_contents *block) {
  if (!block->instruction_count && !block->access_count) return;
  const UInt number = hagstone_block(block);
  const Bool needs_context = !hagstone_sums_by_context() && (hagstone_options.contexts || !hagstone_options.count);
  if (number && !needs_context) {
    add(translation, CONSTANT((Addr)hagstone_block_total(number)), 1);
    if (hagstone_sums_by_context()) {
      add_to_sum(translation, block, HAGSTONE_LOAD);
      add_to_sum(translation, block, HAGSTONE_STORE);
    }
  } else if (number && translation->block_count < HAGSTONE_MOST_BLOCKS_OF_SUPERBLOCK) {
    if (!translation->block_count) find_counters(translation);
    const ULong place = translation->block_count * sizeof(uint64_t);
    translation->blocks[translation->block_count++] = number;
    add(translation, hagstone_ir_binary(translation, Iop_Add64, translation->counters, CONSTANT(place)), 1);
  }
  hagstone_emit_instructions(translation, block->instruction_count);
}

static void set_constant(IRExpr *constant, ULong value) { constant->Iex.Const.con->Ico.U64 = value; }

void hagstone_emit_end(struct hagstone_translation *translation) {
  if (!translation->block_count) return;
  const UInt number = hagstone_superblock(translation->blocks, translation->block_count);
  set_constant(translation->cache_place, hagstone_counter_place(number));
  set_constant(translation->superblock, number);
  set_constant(translation->superblock_argument, number);
}

void hagstone_emit_guarded_count(struct hagstone_translation *translation, const struct hagstone_site *site,
                                 IRExpr *guard) {
  IRExpr *arguments[] = {CONSTANT((Addr)site), CONSTANT(site->bytes)};
  hagstone_ir_call(translation, guard, "hagstone_count_access", hagstone_count_access, 2, arguments);
}
