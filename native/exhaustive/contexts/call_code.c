/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "call_code.h"

#include "libvex_guest_offsets.h"
#include "pub_tool_debuginfo.h"

#include "calling_context.h"
#include "exhaustive/engine_state.h"
#include "exhaustive/program/heap.h"
#include "exhaustive/program/heap_functions.h"
#include "exhaustive/translation/instrumentation.h"
#include "exhaustive/translation/superblock.h"
#include "shadow_stack/shadow_stack.h"

#define IR(operation, left, right) hagstone_ir_binary(translation, Iop_##operation, left, right)
#define CONSTANT(value) hagstone_ir_constant(value)

static IRExpr *guest_register(struct hagstone_translation *translation, Int offset) {
  return hagstone_ir_assign(translation, IRExpr_Get(offset, Ity_I64));
}

static IRExpr *load_top(struct hagstone_translation *translation) {
  return hagstone_ir_load(translation, Ity_I64, CONSTANT((Addr)&hagstone_engine.top));
}

static void store_top(struct hagstone_translation *translation, IRExpr *top) {
  hagstone_ir_store(translation, CONSTANT((Addr)&hagstone_engine.top), top);
}

static void store_context(struct hagstone_translation *translation, IRExpr *context) {
  hagstone_ir_store(translation, CONSTANT((Addr)&hagstone_engine.context), context);
}

static IRExpr *place_of(struct hagstone_translation *translation, IRExpr *frame) {
  return hagstone_ir_load(translation, Ity_I64, frame);
}

static IRExpr *context_place(struct hagstone_translation *translation, IRExpr *frame) {
  return IR(Add64, frame, CONSTANT(offsetof(struct hagstone_frame, context)));
}

void hagstone_emit_call(struct hagstone_translation *translation, Addr return_address) {
  const UInt call_site = hagstone_intern_call_site(return_address, HAGSTONE_CALL);
  IRExpr *context = hagstone_ir_context(translation);
  IRExpr *stack_pointer = guest_register(translation, OFFSET_amd64_RSP);
  IRExpr *top = load_top(translation);
  IRExpr *hash =
      IR(Add64, IR(Mul64, context, CONSTANT(HAGSTONE_CALLEE_HASH)), CONSTANT(hagstone_call_site_hash(call_site)));
  IRExpr *offset =
      IR(And64, IR(Shr64, hash, IRExpr_Const(IRConst_U8(HAGSTONE_CALLEE_SHIFT))), CONSTANT(HAGSTONE_CALLEE_MASK));
  IRExpr *cached = IR(Add64, offset, CONSTANT((Addr)hagstone_callee_cache));
  IRExpr *key = IR(Or64, IR(Shl64, context, IRExpr_Const(IRConst_U8(32))), CONSTANT(call_site));
  IRExpr *unknown = IR(CmpNE64, hagstone_ir_load(translation, Ity_I64, cached), key);
  IRExpr *stale = IR(CmpLE64U, place_of(translation, top), stack_pointer);
  IRExpr *repair = IR(Or1, unknown, stale);

  IRExpr *callee = hagstone_ir_load(translation, Ity_I64, IR(Add64, cached, CONSTANT(8)));
  IRExpr *new_top = IR(Add64, top, CONSTANT(sizeof(struct hagstone_frame)));
  hagstone_ir_store(translation, new_top, stack_pointer);
  /* Context and no flags in one store. */
  hagstone_ir_store(translation, context_place(translation, new_top), callee);
  store_top(translation, new_top);
  store_context(translation, callee);
  IRExpr *arguments[] = {top, stack_pointer, CONSTANT(call_site)};
  hagstone_ir_call(translation, repair, "hagstone_repair_call", hagstone_repair_call, 3, arguments);
}

/* Takes the innermost frame off, if the return address was its own, and returns the one below; otherwise returns the
 * same one. */
static IRExpr *pop(struct hagstone_translation *translation, IRExpr *stack_pointer, IRExpr **matches) {
  IRExpr *top = load_top(translation);
  IRExpr *expected = IR(Add64, place_of(translation, top), CONSTANT(8));
  *matches = IR(CmpEQ64, expected, stack_pointer);
  IRExpr *popped = IR(Shl64, hagstone_ir_unary(translation, Iop_1Uto64, *matches), IRExpr_Const(IRConst_U8(4)));
  IRExpr *new_top = IR(Sub64, top, popped);
  store_top(translation, new_top);
  return new_top;
}

static void repair_return(struct hagstone_translation *translation, IRExpr *stack_pointer, IRExpr *matches) {
  IRExpr *arguments[] = {stack_pointer, guest_register(translation, OFFSET_amd64_RAX)};
  hagstone_ir_call(translation, hagstone_ir_unary(translation, Iop_Not1, matches), "hagstone_repair_return",
                   hagstone_repair_return, 2, arguments);
}

void hagstone_emit_return(struct hagstone_translation *translation) {
  IRExpr *stack_pointer = guest_register(translation, OFFSET_amd64_RSP), *matches;
  IRExpr *new_top = pop(translation, stack_pointer, &matches);
  IRExpr *context = hagstone_ir_load(translation, Ity_I32, context_place(translation, new_top));
  store_context(translation, hagstone_ir_unary(translation, Iop_32Uto64, context));
  repair_return(translation, stack_pointer, matches);
}

void hagstone_emit_call_outside(struct hagstone_translation *translation, Addr return_address) {
  const UInt call_site = hagstone_intern_call_site(return_address, HAGSTONE_CALL);
  IRExpr *stack_pointer = guest_register(translation, OFFSET_amd64_RSP);
  IRExpr *top = load_top(translation);
  IRExpr *stale = IR(CmpLE64U, place_of(translation, top), stack_pointer);
  IRExpr *new_top = IR(Add64, top, CONSTANT(sizeof(struct hagstone_frame)));
  hagstone_ir_store(translation, new_top, stack_pointer);
  /* Call site and flags in one store. */
  hagstone_ir_store(translation, context_place(translation, new_top),
                    CONSTANT((ULong)HAGSTONE_FRAME_UNRESOLVED << 32 | call_site));
  store_top(translation, new_top);
  IRExpr *arguments[] = {top, stack_pointer, CONSTANT(call_site)};
  hagstone_ir_call(translation, stale, "hagstone_repair_call", hagstone_repair_call, 3, arguments);
}

void hagstone_emit_return_outside(struct hagstone_translation *translation) {
  IRExpr *stack_pointer = guest_register(translation, OFFSET_amd64_RSP), *matches;
  pop(translation, stack_pointer, &matches);
  repair_return(translation, stack_pointer, matches);
}

void hagstone_emit_indirect_jump(struct hagstone_translation *translation) {
  IRExpr *stack_pointer = guest_register(translation, OFFSET_amd64_RSP);
  IRExpr *place = place_of(translation, load_top(translation));
  IRExpr *gone = IR(CmpLT64U, place, stack_pointer);
  /* To a stack that is below. */
  IRExpr *near = hagstone_ir_load(translation, Ity_I64, CONSTANT((Addr)&hagstone_engine.near));
  IRExpr *far = IR(CmpLT64U, near, IR(Sub64, place, stack_pointer));
  /* From an alternate stack that is above. */
  IRExpr *others = hagstone_ir_load(translation, Ity_I32, CONSTANT((Addr)&hagstone_engine.other_stacks));
  IRExpr *may_leave = IR(CmpNE32, others, IRExpr_Const(IRConst_U32(0)));
  hagstone_ir_call(translation, IR(Or1, IR(Or1, gone, far), may_leave), "hagstone_repair_jump", hagstone_repair_jump, 1,
                   &stack_pointer);
}

void hagstone_emit_heap_entry(struct hagstone_translation *translation, Addr address) {
  const HChar *name;
  if (!VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), address, &name)) return;
  const enum hagstone_heap_function function = hagstone_heap_function_named(name);
  if (function == HAGSTONE_NOT_OF_HEAP) return;
  IRExpr *arguments[] = {CONSTANT(function), guest_register(translation, OFFSET_amd64_RDI),
                         guest_register(translation, OFFSET_amd64_RSI), guest_register(translation, OFFSET_amd64_RDX)};
  hagstone_ir_call(translation, 0, "hagstone_heap_function_entered", hagstone_heap_function_entered, 4, arguments);
}
