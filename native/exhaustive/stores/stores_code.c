/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Dead and silent stores as code in the translation, for programs of one thread whose stores have no times (shadows: last_stores.h).
 *
 *   load:   unread bytes := 0
 *   store:  call hagstone_stored_N if one of its bytes is unread or has no owner, if it may repeat the value before, or
 *           if it is not one of whole granules (or by the latest owner of a whole one)
 *           owner words := its own; unread bytes := 1
 *
 * All of this runs after the access, so an invalid address has already faulted and need not be masked. The code after
 * the call repeats the call's writes. */
#include "stores.h"

#include "exhaustive/translation/instrumentation.h"
#include "exhaustive/program/threads/threads.h"
#include "common/compare.h"
#include "exhaustive/stores/memory/last_stores.h"
#include "repeats_code.h"
#include "store_times.h"

enum { LONGEST_INLINE = 32, WORDS = LONGEST_INLINE / 8 };

/* The bytes of a store, widened to words. */
struct value {
  IRExpr *words[WORDS];
};

/* From before_store to after_store of one access. */
static struct value value_before;

static UInt words_of(UInt bytes) { return bytes < 8 ? 1 : bytes / 8; }

static Bool has_simple_size(const struct hagstone_code_access *access) {
  switch (access->bytes) {
    case 1:
    case 2:
    case 4:
    case 8:
    case 16:
    case 32: return True;
    default: return False;
  }
}

static IRType type_of(UInt bytes) {
  switch (bytes) {
    case 1: return Ity_I8;
    case 2: return Ity_I16;
    case 4: return Ity_I32;
    case 8: return Ity_I64;
    case 16: return Ity_V128;
    default: return Ity_V256;
  }
}

/* `byte` in all bytes; for vectors 0 only. */
static IRExpr *repeated(UInt bytes, ULong byte) {
  switch (bytes) {
    case 1: return IRExpr_Const(IRConst_U8((UChar)byte));
    case 2: return IRExpr_Const(IRConst_U16((UShort)(byte * 0x0101)));
    case 4: return IRExpr_Const(IRConst_U32((UInt)(byte * 0x01010101)));
    case 8: return IRExpr_Const(IRConst_U64(byte * 0x0101010101010101ull));
    case 16: return IRExpr_Const(IRConst_V128(0));
    default: return IRExpr_Const(IRConst_V256(0));
  }
}

static IRExpr *offset(struct hagstone_translation *translation, IRExpr *address, ULong bytes) {
  return hagstone_ir_binary(translation, Iop_Add64, address, hagstone_ir_constant(bytes));
}

static IRExpr *or(struct hagstone_translation *translation, IRExpr *left, IRExpr *right) {
  if (!left || !right) return left ? left : right;
  return hagstone_ir_binary(translation, Iop_Or64, left, right);
}

/* Splits a value of any type that stores have; False: of another one. */
static Bool split(struct hagstone_translation *translation, IRExpr *data, struct value *value) {
  static const IROp lanes[] = {Iop_V256to64_0, Iop_V256to64_1, Iop_V256to64_2, Iop_V256to64_3};
  switch (hagstone_ir_type(translation, data)) {
    case Ity_I8: value->words[0] = hagstone_ir_unary(translation, Iop_8Uto64, data); return True;
    case Ity_I16: value->words[0] = hagstone_ir_unary(translation, Iop_16Uto64, data); return True;
    case Ity_I32: value->words[0] = hagstone_ir_unary(translation, Iop_32Uto64, data); return True;
    case Ity_I64: value->words[0] = data; return True;
    case Ity_F32:
      data = hagstone_ir_unary(translation, Iop_ReinterpF32asI32, data);
      value->words[0] = hagstone_ir_unary(translation, Iop_32Uto64, data);
      return True;
    case Ity_F64: value->words[0] = hagstone_ir_unary(translation, Iop_ReinterpF64asI64, data); return True;
    case Ity_V128:
      value->words[0] = hagstone_ir_unary(translation, Iop_V128to64, data);
      value->words[1] = hagstone_ir_unary(translation, Iop_V128HIto64, data);
      return True;
    case Ity_V256:
      for (UInt i = 0; i < WORDS; i++) value->words[i] = hagstone_ir_unary(translation, lanes[i], data);
      return True;
    default: return False;
  }
}

static void read_value(struct hagstone_translation *translation, IRExpr *address, UInt bytes, struct value *value) {
  if (bytes < 8) {
    split(translation, hagstone_ir_load(translation, type_of(bytes), address), value);
    return;
  }
  for (UInt i = 0; i < bytes / 8; i++)
    value->words[i] = hagstone_ir_load(translation, Ity_I64, i ? offset(translation, address, 8 * i) : address);
}

/* ---- Loads. ---- */

static void after_load(struct hagstone_translation *translation, const struct hagstone_code_access *access) {
  /* Silent stores need the loads of other threads in between. */
  if (!hagstone_stores_measure_dead() && !hagstone_several_threads()) return;
  if (access->guard || hagstone_several_threads() || !has_simple_size(access)) {
    IRExpr *arguments[] = {access->address, hagstone_ir_context(translation), hagstone_ir_constant(access->bytes)};
    hagstone_ir_call(translation, access->guard, "hagstone_loaded", hagstone_loaded, 3, arguments);
    return;
  }
  IRExpr *unread = offset(translation, access->address, HAGSTONE_UNREAD_BASE);
  hagstone_ir_store(translation, unread, repeated(access->bytes, 0));
}

/* ---- Stores. ---- */

static void before_store(struct hagstone_translation *translation, const struct hagstone_code_access *access) {
  if (!hagstone_stores_measure_silent()) {
    for (UInt i = 0; i < WORDS; i++) value_before.words[i] = hagstone_ir_constant(0);
    return;
  }
  if (!access->guard && has_simple_size(access)) {
    read_value(translation, access->address, access->bytes, &value_before);
    return;
  }
  IRExpr *arguments[] = {access->address, hagstone_ir_constant(access->bytes)};
  hagstone_ir_call(translation, access->guard, "hagstone_will_store", hagstone_will_store, 2, arguments);
}

static void call(struct hagstone_translation *translation, const struct hagstone_code_access *access, IRExpr *guard,
                 IRExpr *owner) {
  static const struct callee {
    const HChar *name;
    void *function;
  } by_size[] = {{"hagstone_stored_1", hagstone_stored_1},   {"hagstone_stored_2", hagstone_stored_2},
                 {"hagstone_stored_4", hagstone_stored_4},   {"hagstone_stored_8", hagstone_stored_8},
                 {"hagstone_stored_16", hagstone_stored_16}, {"hagstone_stored_32", hagstone_stored_32}},
    number_4 = {"hagstone_stored_number_4", hagstone_stored_number_4},
    number_8 = {"hagstone_stored_number_8", hagstone_stored_number_8};
  const struct callee *callee = &by_size[__builtin_ctz(access->bytes)];
  if (hagstone_counts_repeats(access)) callee = access->bytes == 4 ? &number_4 : &number_8;
  IRExpr *arguments[2 + WORDS] = {access->address, owner};
  for (UInt i = 0; i < words_of(access->bytes); i++) arguments[2 + i] = value_before.words[i];
  hagstone_ir_call(translation, guard, callee->name, callee->function, 2 + words_of(access->bytes), arguments);
}

/* Distance of the bit patterns of two numbers of which one is within tolerance of the other, at most: a step of the
 * pattern is 2^-53 (2^-24) of the larger one or more, and at most one binade is between them. 0: tolerance is too
 * large for that. */
static ULong pattern_distance(UInt element) {
  const ULong tolerance = hagstone_tolerance(), billion = 1000000000;
  if (tolerance >= billion / 2) return 0;
  return element == HAGSTONE_ELEMENT_F64 ? tolerance * ((1ull << 54) / billion + 1) + 2
                                         : tolerance * ((1ull << 25) / 1000 + 1) / (billion / 1000) + 2;
}

/* The first word of the stored value. */
static IRExpr *first_word(struct hagstone_translation *translation, const struct hagstone_code_access *access) {
  struct value now;
  if (!access->data || !split(translation, access->data, &now))
    read_value(translation, access->address, access->bytes, &now);
  return now.words[0];
}

/* I64, not 0 if the first element may repeat the old value: then hagstone_stored_N finds out. Of floating point the
 * signs are left out, because 0 repeats -0. */
static IRExpr *may_repeat(struct hagstone_translation *translation, const struct hagstone_code_access *access,
                          IRExpr *now) {
  const UInt element = access->site->element;
  IRExpr *before = value_before.words[0];
  if (element == HAGSTONE_ELEMENT_BYTES)
    return hagstone_ir_unary(translation, Iop_1Uto64, hagstone_ir_binary(translation, Iop_CmpEQ64, before, now));
  const ULong distance = pattern_distance(element);
  if (element == HAGSTONE_ELEMENT_F80 || distance == 0) return hagstone_ir_constant(1);
  const UChar shift = element == HAGSTONE_ELEMENT_F64 ? 1 : 33;
  IRExpr *bits = IRExpr_Const(IRConst_U8(shift));
  IRExpr *difference = hagstone_ir_binary(translation, Iop_Sub64, hagstone_ir_binary(translation, Iop_Shl64, now, bits),
                                          hagstone_ir_binary(translation, Iop_Shl64, before, bits));
  IRExpr *within = hagstone_ir_binary(translation, Iop_CmpLE64U, offset(translation, difference, distance << shift),
                                      hagstone_ir_constant(distance << shift << 1));
  return hagstone_ir_unary(translation, Iop_1Uto64, within);
}

/* I64, not 0 if a byte is unread. */
static IRExpr *any_unread(struct hagstone_translation *translation, const struct hagstone_code_access *access,
                          IRExpr *unread) {
  struct value value;
  read_value(translation, unread, access->bytes, &value);
  IRExpr *any = NULL;
  for (UInt i = 0; i < words_of(access->bytes); i++) any = or(translation, any, value.words[i]);
  return any;
}

static void mark_unread(struct hagstone_translation *translation, UInt bytes, IRExpr *unread) {
  if (bytes <= 8) {
    hagstone_ir_store(translation, unread, repeated(bytes, 1));
    return;
  }
  for (UInt i = 0; i < bytes / 8; i++)
    hagstone_ir_store(translation, i ? offset(translation, unread, 8 * i) : unread, repeated(8, 1));
}

/* Where stores that are not aligned leave their owner words: hagstone_stored_N has written the right ones. */
static uint64_t nowhere[LONGEST_INLINE / HAGSTONE_GRANULE_BYTES];

/* A store of whole granules, if it is aligned. `unread` and `now` (its first word): I64, null where they do not matter. */
static void store_granules(struct hagstone_translation *translation, const struct hagstone_code_access *access,
                           IRExpr *owner, IRExpr *unread, IRExpr *any_unread_byte, IRExpr *now) {
  const UInt granules = access->bytes / HAGSTONE_GRANULE_BYTES;
  IRExpr *misaligned =
      hagstone_ir_binary(translation, Iop_And64, access->address, hagstone_ir_constant(HAGSTONE_GRANULE_BYTES - 1));
  IRExpr *owners = offset(translation,
                          hagstone_ir_binary(translation, Iop_Shl64, access->address, IRExpr_Const(IRConst_U8(1))),
                          HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_STORES));
  IRExpr *first = hagstone_ir_load(translation, Ity_I64, owners), *latest = first, *common = first;
  for (UInt i = 1; i < granules; i++) {
    latest = hagstone_ir_load(translation, Ity_I64, offset(translation, owners, 8 * i));
    common = hagstone_ir_binary(translation, Iop_And64, common, latest);
  }
  IRExpr *valid = hagstone_ir_binary(translation, Iop_And64, common, hagstone_ir_constant(HAGSTONE_OWNER_VALID));
  IRExpr *exceptional = or(translation, any_unread_byte, misaligned);
  IRExpr *reasons = or(translation, exceptional,
                       hagstone_ir_binary(translation, Iop_Xor64, valid, hagstone_ir_constant(HAGSTONE_OWNER_VALID)));
  if (now) reasons = or(translation, reasons, may_repeat(translation, access, now));
  IRExpr *wanted = hagstone_ir_unary(translation, Iop_CmpNEZ64, reasons);
  if (now && hagstone_counts_repeats(access)) {
    /* The bytes lie in one or two granules. */
    exceptional = or(translation, exceptional, hagstone_ir_binary(translation, Iop_Xor64, first, latest));
    const struct hagstone_store_code store = {value_before.words[0], now, first, owner, exceptional};
    IRExpr *counted = hagstone_emit_count_repeat(translation, access, &store);
    wanted = hagstone_ir_and(translation, wanted, hagstone_ir_unary(translation, Iop_Not1, counted));
  }
  call(translation, access, wanted, owner);
  IRExpr *target = hagstone_ir_choose(translation, hagstone_ir_unary(translation, Iop_CmpNEZ64, misaligned),
                                      hagstone_ir_constant((Addr)nowhere), owners);
  for (UInt i = 0; i < granules; i++)
    hagstone_ir_store(translation, i ? offset(translation, target, 8 * i) : target, owner);
  if (unread) mark_unread(translation, access->bytes, unread);
}

/* A store within a granule: only translated code if its place already owns all of it. */
static void store_part(struct hagstone_translation *translation, const struct hagstone_code_access *access, IRExpr *owner,
                       IRExpr *unread, IRExpr *any_unread_byte, IRExpr *now) {
  IRExpr *doubled = hagstone_ir_binary(translation, Iop_Shl64, access->address, IRExpr_Const(IRConst_U8(1)));
  IRExpr *aligned = hagstone_ir_binary(translation, Iop_And64, doubled, hagstone_ir_constant(~7ull));
  IRExpr *previous =
      hagstone_ir_load(translation, Ity_I64, offset(translation, aligned, HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_STORES)));
  IRExpr *reasons = or(translation, any_unread_byte, hagstone_ir_binary(translation, Iop_Xor64, previous, owner));
  if (now) reasons = or(translation, reasons, may_repeat(translation, access, now));
  if (access->bytes == 2)
    reasons =
        or(translation, reasons, hagstone_ir_binary(translation, Iop_And64, access->address, hagstone_ir_constant(1)));
  call(translation, access, hagstone_ir_unary(translation, Iop_CmpNEZ64, reasons), owner);
  if (unread) mark_unread(translation, access->bytes, unread);
}

static void after_store(struct hagstone_translation *translation, const struct hagstone_code_access *access) {
  IRExpr *context = hagstone_ir_binary(translation, Iop_Shl64, hagstone_ir_context(translation),
                                       IRExpr_Const(IRConst_U8(HAGSTONE_SITE_BITS + HAGSTONE_OWNER_PLACE_SHIFT)));
  IRExpr *owner = hagstone_ir_binary(translation, Iop_Or64, context,
                                     hagstone_ir_constant(hagstone_owner_of_place(access->site->id, HAGSTONE_OWNER_VALID)));
  if (access->guard || !has_simple_size(access)) {
    IRExpr *arguments[] = {access->address, owner, hagstone_ir_constant(access->bytes)};
    hagstone_ir_call(translation, access->guard, "hagstone_stored", hagstone_stored, 3, arguments);
    return;
  }
  if (hagstone_several_threads() || hagstone_store_times_kept) {
    call(translation, access, NULL, owner);
    return;
  }
  IRExpr *unread = NULL, *any = NULL, *now = NULL;
  if (hagstone_stores_measure_dead()) {
    unread = offset(translation, access->address, HAGSTONE_UNREAD_BASE);
    any = any_unread(translation, access, unread);
  }
  if (hagstone_stores_measure_silent()) now = first_word(translation, access);
  if (access->bytes < HAGSTONE_GRANULE_BYTES)
    store_part(translation, access, owner, unread, any, now);
  else
    store_granules(translation, access, owner, unread, any, now);
}

const struct hagstone_code_hooks hagstone_stores_code = {
    .after_load = after_load,
    .before_store = before_store,
    .after_store = after_store,
};
