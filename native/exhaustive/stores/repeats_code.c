/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "repeats_code.h"

#include "common/compare.h"
#include "site_repeats.h"

#define CONSTANT(value) hagstone_ir_constant(value)
#define IR(operation, left, right) hagstone_ir_binary(translation, Iop_##operation, left, right)

/* Format of the bit pattern of a number, moved to the upper end of a word. */
struct format {
  UInt shift;          /* how far it is moved */
  UInt exponent_place; /* lowest bit of the exponent */
  ULong exponents;     /* of finite normal numbers */
};
static const struct format single = {32, 55, 0xfe}, twofold = {0, 52, 0x7fe};

static const struct format *format_of(const struct hagstone_code_access *access) {
  return access->site->element == HAGSTONE_ELEMENT_F64 ? &twofold : &single;
}

Bool hagstone_counts_repeats(const struct hagstone_code_access *access) {
  const UInt element = access->site->element;
  return (element == HAGSTONE_ELEMENT_F64 && access->bytes == 8) || (element == HAGSTONE_ELEMENT_F32 && access->bytes == 4);
}

/* Bit patterns this far apart differ by no more than the tolerance where the earlier one is a normal number: a step is
 * at most 2^-52 (2^-23) of it, or twice that of one above the next power of two, which is then farther away. */
static ULong sure_distance(const struct format *format) {
  const ULong billion = 1000000000, steps = 1ull << (format->exponent_place - format->shift);
  const ULong tolerance = hagstone_tolerance();
  if (tolerance >= billion) return 0;
  return (ULong)((unsigned __int128)steps * tolerance / billion) << format->shift;
}

static IRExpr *moved(struct hagstone_translation *translation, IRExpr *value, UInt bits) {
  return bits ? IR(Shl64, value, IRExpr_Const(IRConst_U8((UChar)bits))) : value;
}

/* I1: the numbers have equal bits, or are of one sign and near each other. */
static IRExpr *surely_repeats(struct hagstone_translation *translation, const struct format *format,
                              const struct hagstone_store_code *store) {
  const ULong distance = sure_distance(format), one_exponent = 1ull << (format->exponent_place + 1);
  IRExpr *before = moved(translation, store->before, format->shift), *now = moved(translation, store->now, format->shift);
  IRExpr *difference = IR(Sub64, now, before);
  IRExpr *near = IR(CmpLE64U, IR(Add64, difference, CONSTANT(distance)), CONSTANT(2 * distance));
  /* Without the sign: from the smallest normal number on, and the greatest is one power of two away. */
  IRExpr *above_least = IR(Sub64, moved(translation, before, 1), CONSTANT(one_exponent));
  IRExpr *normal = IR(CmpLT64U, above_least, CONSTANT((format->exponents - 1) * one_exponent));
  return IR(Or1, IR(CmpEQ64, difference, CONSTANT(0)), IR(And1, near, normal));
}

IRExpr *hagstone_emit_count_repeat(struct hagstone_translation *translation, const struct hagstone_code_access *access,
                                   const struct hagstone_store_code *store) {
  struct hagstone_site_repeats *site = hagstone_repeats_at(access->site->id);
  IRExpr *other_earlier = IR(Xor64, store->earlier, hagstone_ir_load(translation, Ity_I64, CONSTANT((Addr)&site->earlier)));
  IRExpr *other_later = IR(Xor64, store->owner, hagstone_ir_load(translation, Ity_I64, CONSTANT((Addr)&site->later)));
  IRExpr *exceptional = IR(Or64, store->exceptional, IR(Or64, other_earlier, other_later));
  IRExpr *counted = IR(And1, IR(CmpEQ64, exceptional, CONSTANT(0)), surely_repeats(translation, format_of(access), store));
  IRExpr *instances = hagstone_ir_load(translation, Ity_I64, CONSTANT((Addr)&site->instances));
  hagstone_ir_store(translation, CONSTANT((Addr)&site->instances),
                    IR(Add64, instances, hagstone_ir_unary(translation, Iop_1Uto64, counted)));
  return counted;
}
