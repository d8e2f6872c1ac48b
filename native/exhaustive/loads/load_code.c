/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Redundant loads as code in the translation, for programs of one thread (shadow: load_shadow.h; pairs of a place:
 * place_pairs.h). Behind a load of 1, 2, 4, 8, 16 or 32 bytes at `a`:
 *
 *   own      := number of this load's place in this context, by the superblock's look at the context
 *   pairs    := what is counted of that place
 *   repeated := values[a...] are what was loaded
 *               (floating-point elements: within tolerance)
 *   split    := numbers[a...] are not all the same, or 0
 *   other    := numbers[a] is not pairs.watches[0]
 *   call hagstone_inline_load if split, or repeated and other
 *   floating-point elements: if numbers[a...] are not all pairs.watches[0], or where rounding may decide whether repeated
 *   pairs.repeated[0] += repeated, unless it was called
 *   values[a...] := what was loaded; numbers[a...] := own; times[a...] := now, where scopes are wanted
 *
 * All other loads, and all of them where there are windows, call hagstone_load. With several threads all accesses go to
 * the generic measurement. What stands behind a load needs no look at the address: the load has faulted if it must. */
#include "load_code.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"

#include "../engine_state.h"
#include "../instrumentation.h"
#include "../options.h"
#include "../scope/clock.h"
#include "../threads.h"
#include "../translation.h"
#include "common/compare.h"
#include "fast_redundant_loads.h"
#include "load_shadow.h"
#include "place_pairs.h"

enum { LONGEST_IN_WORDS = 8 };

typedef struct hagstone_translation Translation;

static IRExpr *place_in_memory(const void *place) { return hagstone_ir_constant((ULong)(Addr)place); }

static IRExpr *binary(Translation *translation, IROp operation, IRExpr *left, IRExpr *right) {
  return hagstone_ir_binary(translation, operation, left, right);
}

static IRExpr *offset(Translation *translation, IRExpr *address, ULong bytes) {
  return bytes ? binary(translation, Iop_Add64, address, hagstone_ir_constant(bytes)) : address;
}

static Bool is_inline(const struct hagstone_code_access *access) {
  switch (access->bytes) {
    case 1: case 2: case 4: case 8: case 16: case 32:
      return access->data && !access->guard && !access->modifies && !hagstone_several_threads();
    default: return False;
  }
}

/* ---- Calls. ---- */

static void load_called(const struct hagstone_site *site, ULong address, ULong bytes) {
  hagstone_load(site, address, bytes, hagstone_engine.context);
}

static void access_called(const struct hagstone_site *site, ULong address, ULong bytes) {
  const struct hagstone_access access = {.site = site,
                                         .address = address,
                                         .bytes = (uint32_t)bytes,
                                         .context = (hagstone_calling_context)hagstone_engine.context,
                                         .thread = (uint32_t)hagstone_engine.thread};
  hagstone_fast_redundant_loads.access(&access);
}

/* An access that is about to happen, if it does not fault. */
static void coming_load_called(const struct hagstone_site *site, ULong address, ULong bytes) {
  if (!VG_(am_is_valid_for_client)(address, bytes, VKI_PROT_READ)) return;
  if (hagstone_several_threads())
    access_called(site, address, bytes);
  else
    load_called(site, address, bytes);
}

static void emit_call(Translation *translation, const struct hagstone_code_access *access, const HChar *name, void *function) {
  IRExpr *arguments[] = {place_in_memory(access->site), access->address, hagstone_ir_constant(access->bytes)};
  hagstone_ir_call(translation, access->guard, name, function, 3, arguments);
}

/* ---- Numbers of places. ---- */

/* Where this load happens. */
struct numbered_load {
  IRExpr *number; /* of its place, twice; null: no memory */
  IRExpr *pairs;
};

static struct numbered_load numbered(Translation *translation, const struct hagstone_site *site) {
  struct hagstone_load_block *block = translation->load_block;
  if (!block || block->count == HAGSTONE_LONGEST_LOAD_BLOCK) {
    block = translation->load_block = hagstone_new_load_block();
    if (!block) return (struct numbered_load){NULL, NULL};
    IRExpr *context = hagstone_ir_context(translation);
    IRExpr *known = hagstone_ir_load(translation, Ity_I64, place_in_memory(&block->context));
    IRExpr *arguments[] = {place_in_memory(block), context};
    hagstone_ir_call(translation, binary(translation, Iop_CmpNE64, context, known), "hagstone_enter_load_block",
                     hagstone_enter_load_block, 2, arguments);
    translation->load_numbers = hagstone_ir_load(translation, Ity_I64, place_in_memory(&block->numbers));
    translation->load_pairs = hagstone_ir_load(translation, Ity_I64, place_in_memory(&block->pairs));
  }
  /* Valgrind unrolls short loops: the same instruction stands in the superblock several times. */
  ULong index = 0;
  while (index < block->count && block->sites[index] != site->id) index++;
  if (index == block->count) block->sites[block->count++] = site->id;
  return (struct numbered_load){
      offset(translation, translation->load_numbers, HAGSTONE_TWICE(index)),
      offset(translation, translation->load_pairs, index * sizeof(struct hagstone_place_pairs))};
}

/* ---- Values as words of 64 bits. ---- */

struct words {
  IRExpr *words[4];
  UInt count;
};

static struct words split(Translation *translation, IRExpr *value) {
  static const IROp lanes[] = {Iop_V256to64_0, Iop_V256to64_1, Iop_V256to64_2, Iop_V256to64_3};
  struct words result = {{value}, 1};
  switch (hagstone_ir_type(translation, value)) {
    case Ity_I8: result.words[0] = hagstone_ir_unary(translation, Iop_8Uto64, value); break;
    case Ity_I16: result.words[0] = hagstone_ir_unary(translation, Iop_16Uto64, value); break;
    case Ity_I32: result.words[0] = hagstone_ir_unary(translation, Iop_32Uto64, value); break;
    case Ity_V128:
      result.words[0] = hagstone_ir_unary(translation, Iop_V128to64, value);
      result.words[1] = hagstone_ir_unary(translation, Iop_V128HIto64, value);
      result.count = 2;
      break;
    case Ity_V256:
      for (UInt i = 0; i < 4; i++) result.words[i] = hagstone_ir_unary(translation, lanes[i], value);
      result.count = 4;
      break;
    default: break;
  }
  return result;
}

static IRExpr *or_all(Translation *translation, IRExpr *so_far, const struct words *more) {
  for (UInt i = 0; i < more->count; i++)
    so_far = so_far ? binary(translation, Iop_Or64, so_far, more->words[i]) : more->words[i];
  return so_far;
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

/* 0 where the two agree in all bits. */
static IRExpr *difference(Translation *translation, IRExpr *left, IRExpr *right) {
  if (hagstone_ir_type(translation, left) == Ity_V128) {
    const struct words halves = split(translation, binary(translation, Iop_XorV128, left, right));
    return or_all(translation, NULL, &halves);
  }
  const struct words one = split(translation, left), other = split(translation, right);
  struct words different = {{0}, one.count};
  for (UInt i = 0; i < one.count; i++)
    different.words[i] = binary(translation, Iop_Xor64, one.words[i], other.words[i]);
  return or_all(translation, NULL, &different);
}

/* ---- Shadows of four bytes for each byte. ---- */

/* Stores a number, given twice, for each of the bytes. */
static void store_for_each(Translation *translation, IRExpr *shadow, IRExpr *twice, UInt bytes) {
  if (bytes == 1) {
    hagstone_ir_store(translation, shadow, hagstone_ir_unary(translation, Iop_64to32, twice));
    return;
  }
  if (bytes <= LONGEST_IN_WORDS) {
    for (UInt i = 0; i < bytes; i += 2) hagstone_ir_store(translation, offset(translation, shadow, 4 * i), twice);
    return;
  }
  IRExpr *four_times = binary(translation, Iop_64HLtoV128, twice, twice);
  for (UInt i = 0; i < bytes; i += 4) hagstone_ir_store(translation, offset(translation, shadow, 4 * i), four_times);
}

/* 0 where all of the bytes have the number. */
static IRExpr *difference_for_each(Translation *translation, IRExpr *shadow, IRExpr *twice, UInt bytes) {
  if (bytes == 1)
    return difference(translation, hagstone_ir_load(translation, Ity_I32, shadow),
                      hagstone_ir_unary(translation, Iop_64to32, twice));
  IRExpr *different = NULL;
  if (bytes <= LONGEST_IN_WORDS) {
    for (UInt i = 0; i < bytes; i += 2) {
      IRExpr *number = hagstone_ir_load(translation, Ity_I64, offset(translation, shadow, 4 * i));
      const struct words more = {{binary(translation, Iop_Xor64, number, twice)}, 1};
      different = or_all(translation, different, &more);
    }
    return different;
  }
  IRExpr *four_times = binary(translation, Iop_64HLtoV128, twice, twice);
  for (UInt i = 0; i < bytes; i += 4) {
    IRExpr *numbers = hagstone_ir_load(translation, Ity_V128, offset(translation, shadow, 4 * i));
    IRExpr *each = binary(translation, Iop_XorV128, numbers, four_times);
    different = different ? binary(translation, Iop_OrV128, different, each) : each;
  }
  const struct words halves = split(translation, different);
  return or_all(translation, NULL, &halves);
}

static IRExpr *shadow_of_numbers(Translation *translation, IRExpr *address, ULong base) {
  return offset(translation, binary(translation, Iop_Shl64, address, IRExpr_Const(IRConst_U8(2))), base);
}

/* The low half of the clock, twice: what it stands at from one loop header to the next. */
static IRExpr *now_twice(Translation *translation) {
  if (!translation->load_time) {
    IRExpr *now = hagstone_ir_load(translation, Ity_I32, place_in_memory(&hagstone_clock));
    translation->load_time = binary(translation, Iop_32HLto64, now, now);
  }
  return translation->load_time;
}

/* ---- Approximate comparison. ---- */

/* Each is 1 or 0, in 64 bits; neither: to be compared exactly. */
struct comparison {
  IRExpr *repeated;
  IRExpr *changed;
};

/* A floating-point format whose bits, taken for a signed number, lie in the order of its values. */
struct format {
  ULong magnitude;        /* all bits but the sign */
  ULong smallest_normal;
  ULong largest_finite_octave; /* magnitudes from here on are in the last octave, infinite or no number */
  double units;           /* of the last place from 1 to 2 */
};

static const struct format f64 = {0x7fffffffffffffffull, 0x0010000000000000ull, 0x7fe0000000000000ull, 0x1p52};
static const struct format f32 = {0x7fffffffull, 0x00800000ull, 0x7f000000ull, 0x1p23};

static IRExpr *bit(Translation *translation, IRExpr *condition) {
  return hagstone_ir_unary(translation, Iop_1Uto64, condition);
}

/* By the distance of the two in units of the last place, which is between once and twice the relative distance: no
 * floating-point operation, each of which costs a change of the rounding mode. Unsure in between, and where the earlier
 * value is zero, denormal or not finite. Both are bits, sign-extended, and differ. */
static struct comparison compare_bits(Translation *translation, const struct format *format, IRExpr *earlier, IRExpr *later) {
  const double tolerance = hagstone_tolerance() * 1e-9, rounding = 0x1p-20;
  if (tolerance >= 0.5) return (struct comparison){hagstone_ir_constant(0), hagstone_ir_constant(0)};
  const ULong surely_within = (ULong)(tolerance * format->units * (1 - rounding));
  const ULong perhaps_within = (ULong)(tolerance * 2 * format->units * (1 + rounding)) + 1;
  IRExpr *signed_distance = binary(translation, Iop_Sub64, later, earlier);
  IRExpr *sign = binary(translation, Iop_Sar64, signed_distance, IRExpr_Const(IRConst_U8(63)));
  /* One less where the distance is negative. */
  IRExpr *distance = binary(translation, Iop_Xor64, signed_distance, sign);
  IRExpr *normal = binary(
      translation, Iop_Sub64, binary(translation, Iop_And64, earlier, hagstone_ir_constant(format->magnitude)),
      hagstone_ir_constant(format->smallest_normal));
  normal = bit(translation, binary(translation, Iop_CmpLT64U, normal,
                                   hagstone_ir_constant(format->largest_finite_octave - format->smallest_normal)));
  IRExpr *within = bit(translation, binary(translation, Iop_CmpLT64U, distance, hagstone_ir_constant(surely_within)));
  IRExpr *beyond = bit(translation, binary(translation, Iop_CmpLT64U, hagstone_ir_constant(perhaps_within), distance));
  return (struct comparison){binary(translation, Iop_And64, within, normal), binary(translation, Iop_And64, beyond, normal)};
}

/* Of values that differ in some bit; vectors of F32 always are to be compared exactly. */
static struct comparison compare_elements(Translation *translation, UInt element, const struct words *earlier,
                                          const struct words *later) {
  struct comparison all = {NULL, NULL};
  if (element == HAGSTONE_ELEMENT_F32) {
    if (earlier->count > 1) return (struct comparison){hagstone_ir_constant(0), hagstone_ir_constant(0)};
    IRExpr *bits[2] = {earlier->words[0], later->words[0]};
    for (UInt i = 0; i < 2; i++)
      bits[i] = hagstone_ir_unary(translation, Iop_32Sto64, hagstone_ir_unary(translation, Iop_64to32, bits[i]));
    return compare_bits(translation, &f32, bits[0], bits[1]);
  }
  for (UInt i = 0; i < earlier->count; i++) {
    const struct comparison each = compare_bits(translation, &f64, earlier->words[i], later->words[i]);
    /* Equal ones are within, or are compared exactly. */
    all.repeated = all.repeated ? binary(translation, Iop_And64, all.repeated, each.repeated) : each.repeated;
    all.changed = all.changed ? binary(translation, Iop_Or64, all.changed, each.changed) : each.changed;
  }
  return all;
}

/* ---- A load. ---- */

static void emit_inline(Translation *translation, const struct hagstone_code_access *access, struct numbered_load load) {
  const UInt element = access->site->element;
  IRExpr *numbers = shadow_of_numbers(translation, access->address, HAGSTONE_LOAD_NUMBERS);
  IRExpr *values = offset(translation, access->address, HAGSTONE_LOADED_VALUES);
  IRExpr *before = hagstone_ir_load(translation, type_of(access->bytes), values);
  IRExpr *now = access->data;
  /* Valgrind changes the rounding mode to look at a floating-point register's bits. */
  if (access->bytes <= LONGEST_IN_WORDS && hagstone_ir_type(translation, now) != type_of(access->bytes))
    now = hagstone_ir_load(translation, type_of(access->bytes), access->address);
  IRExpr *watch = hagstone_ir_load(translation, Ity_I32, load.pairs);
  IRExpr *repeated = bit(translation, binary(translation, Iop_CmpEQ64, difference(translation, before, now),
                                              hagstone_ir_constant(0)));
  IRExpr *beside;
  if (element == HAGSTONE_ELEMENT_F32 || element == HAGSTONE_ELEMENT_F64) {
    const struct words earlier = split(translation, before), later = split(translation, now);
    const struct comparison compared = compare_elements(translation, element, &earlier, &later);
    repeated = binary(translation, Iop_Or64, repeated, compared.repeated);
    IRExpr *unsure = binary(translation, Iop_Xor64, binary(translation, Iop_Or64, repeated, compared.changed),
                            hagstone_ir_constant(1));
    IRExpr *twice = binary(translation, Iop_32HLto64, watch, watch);
    beside = binary(translation, Iop_Or64, unsure, difference_for_each(translation, numbers, twice, access->bytes));
  } else {
    IRExpr *number = hagstone_ir_load(translation, Ity_I32, numbers);
    IRExpr *twice = binary(translation, Iop_32HLto64, number, number);
    IRExpr *other = bit(translation, binary(translation, Iop_CmpNE32, number, watch));
    beside = binary(translation, Iop_Or64, binary(translation, Iop_And64, repeated, other),
                    bit(translation, binary(translation, Iop_CmpEQ64, twice, hagstone_ir_constant(0))));
    if (access->bytes > 1)
      beside = binary(translation, Iop_Or64, beside, difference_for_each(translation, numbers, twice, access->bytes));
  }
  IRExpr *is_beside = binary(translation, Iop_CmpNE64, beside, hagstone_ir_constant(0));
  IRExpr *counted = hagstone_ir_unary(
      translation, Iop_64to32, hagstone_ir_choose(translation, is_beside, hagstone_ir_constant(0), repeated));
  IRExpr *count = offset(translation, load.pairs, offsetof(struct hagstone_place_pairs, repeated));
  hagstone_ir_store(translation, count,
                    binary(translation, Iop_Add32, hagstone_ir_load(translation, Ity_I32, count), counted));
  IRExpr *arguments[] = {place_in_memory(access->site), access->address, load.number};
  hagstone_ir_call(translation, is_beside, "hagstone_inline_load", hagstone_inline_load, 3, arguments);
  hagstone_ir_store(translation, values, now);
  store_for_each(translation, numbers, load.number, access->bytes);
  if (hagstone_options.scope != HAGSTONE_SCOPE_NONE)
    store_for_each(translation, shadow_of_numbers(translation, access->address, HAGSTONE_LOAD_TIMES),
                   now_twice(translation), access->bytes);
}

static void before_load(Translation *translation, const struct hagstone_code_access *access) {
  if (access->modifies) emit_call(translation, access, "hagstone_coming_load", coming_load_called);
}

static void after_load(Translation *translation, const struct hagstone_code_access *access) {
  if (access->modifies) return;
  if (hagstone_several_threads()) {
    emit_call(translation, access, "hagstone_access", access_called);
    return;
  }
  struct numbered_load load = {NULL, NULL};
  if (is_inline(access)) load = numbered(translation, access->site);
  if (load.number)
    emit_inline(translation, access, load);
  else
    emit_call(translation, access, "hagstone_load", load_called);
}

static void after_store(Translation *translation, const struct hagstone_code_access *access) {
  if (hagstone_several_threads()) emit_call(translation, access, "hagstone_access", access_called);
}

const struct hagstone_code_hooks hagstone_redundant_loads_code = {
    .before_load = before_load, .after_load = after_load, .after_store = after_store};
