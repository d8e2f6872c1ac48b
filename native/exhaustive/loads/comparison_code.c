/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "comparison_code.h"

#include "../options.h"
#include "common/compare.h"

typedef struct hagstone_translation Translation;
typedef struct hagstone_code_words Words;
typedef struct hagstone_code_comparison Comparison;

static IRExpr *binary(Translation *translation, IROp operation, IRExpr *left, IRExpr *right) {
  return hagstone_ir_binary(translation, operation, left, right);
}

static IRExpr *bit(Translation *translation, IRExpr *condition) {
  return hagstone_ir_unary(translation, Iop_1Uto64, condition);
}

static IRExpr *combined(Translation *translation, IROp operation, IRExpr *so_far, IRExpr *more) {
  return so_far ? binary(translation, operation, so_far, more) : more;
}

static IRExpr *equal_in_all_bits(Translation *translation, const Words *earlier, const Words *later) {
  if (earlier->count == 1) return bit(translation, hagstone_ir_equal(translation, earlier->words[0], later->words[0]));
  IRExpr *different = NULL;
  for (UInt i = 0; i < earlier->count; i++)
    different =
        combined(translation, Iop_Or64, different, binary(translation, Iop_Xor64, earlier->words[i], later->words[i]));
  return bit(translation, hagstone_ir_equal(translation, different, hagstone_ir_constant(0)));
}

/* A floating-point format whose bits, taken for a signed number, lie in the order of its values. */
struct format {
  UInt fraction_bits;
  ULong exponents; /* a mask; all ones: infinite or no number */
};

static const struct format f64 = {52, 0x7ff};
static const struct format f32 = {23, 0xff};

static IRExpr *shifted(Translation *translation, IROp operation, IRExpr *word, UInt bits) {
  return bits ? binary(translation, operation, word, IRExpr_Const(IRConst_U8((UChar)bits))) : word;
}

static IRExpr *add(Translation *translation, IRExpr *word, ULong number) {
  return binary(translation, Iop_Add64, word, hagstone_ir_constant(number));
}

/* All ones where it is zero or denormal, in the lowest octave or the last one, or not finite; else 0. */
static IRExpr *is_extreme(Translation *translation, const struct format *format, IRExpr *number) {
  IRExpr *by_two = add(translation, shifted(translation, Iop_Shr64, number, format->fraction_bits), 2);
  IRExpr *exponent = binary(translation, Iop_And64, by_two, hagstone_ir_constant(format->exponents & ~3ull));
  return shifted(translation, Iop_Sar64, add(translation, exponent, ~0ull), 63);
}

/* Distance of two numbers, as signed bits. */
struct distance {
  IRExpr *within; /* 1 or 0: the tolerance */
  IRExpr *beyond; /* 1 or 0: it */
  IRExpr *other;  /* not 0: neither is to be trusted */
};

/* By the distance of the two in units of the last place, which is between once and twice the relative distance: no
   floating-point operation, whose result would have to go through memory. Distances lose the bits that matter less
   than a 128th of the tolerance: bounds that fit into instructions are compared faster. */
static struct distance distance_of(Translation *translation, const struct format *format, double tolerance, IRExpr *earlier,
                                   IRExpr *later) {
  const double rounding = 0x1p-20, units = (double)(1ull << format->fraction_bits);
  ULong surely_within = (ULong)(tolerance * units * (1 - rounding));
  ULong perhaps_within = (ULong)(tolerance * 2 * units * (1 + rounding)) + 1;
  UInt lost_bits = 0;
  for (; surely_within >= 256; surely_within /= 2, lost_bits++) perhaps_within = perhaps_within / 2 + 1;
  IRExpr *exact = binary(translation, Iop_Sub64, later, earlier);
  IRExpr *distance = shifted(translation, Iop_Sar64, exact, lost_bits);
  IRExpr *within =
      binary(translation, Iop_CmpLT64U, add(translation, distance, surely_within), hagstone_ir_constant(2 * surely_within));
  IRExpr *beyond = binary(translation, Iop_CmpLT64U, hagstone_ir_constant(2 * perhaps_within),
                          add(translation, distance, perhaps_within));
  return (struct distance){bit(translation, within), bit(translation, beyond),
                           binary(translation, Iop_And64, exact, is_extreme(translation, format, earlier))};
}

static IRExpr *sign_extended(Translation *translation, UInt element, IRExpr *word) {
  return element == HAGSTONE_ELEMENT_F32 ? hagstone_ir_unary(translation, Iop_32Sto64, word) : word;
}

static Comparison compare_numbers(Translation *translation, UInt element, const Words *earlier, const Words *later) {
  const double tolerance = hagstone_tolerance() * 1e-9;
  IRExpr *repeated = NULL, *changed = NULL, *other = NULL;
  for (UInt i = 0; i < earlier->count; i++) {
    const struct distance distance = distance_of(translation, element == HAGSTONE_ELEMENT_F32 ? &f32 : &f64, tolerance,
                                                 sign_extended(translation, element, earlier->words[i]),
                                                 sign_extended(translation, element, later->words[i]));
    repeated = combined(translation, Iop_And64, repeated, distance.within);
    changed = combined(translation, Iop_Or64, changed, distance.beyond);
    other = combined(translation, Iop_Or64, other, distance.other);
  }
  IRExpr *known = binary(translation, Iop_Or64, repeated, changed);
  IRExpr *between = binary(translation, Iop_Xor64, known, hagstone_ir_constant(1));
  return (Comparison){repeated, binary(translation, Iop_Or64, between, other)};
}

/* Nothing is within less than one unit of the last place. */
static Bool is_tolerant(UInt element) {
  const double tolerance = hagstone_tolerance() * 1e-9;
  return tolerance < 0.5 && tolerance >= (element == HAGSTONE_ELEMENT_F32 ? 0x1p-20 : 0x1p-40);
}

Comparison hagstone_code_compare(Translation *translation, UInt element, const Words *earlier, const Words *later) {
  const IRType type = hagstone_ir_type(translation, earlier->words[0]);
  const Bool comparable = (element == HAGSTONE_ELEMENT_F64 && type == Ity_I64) ||
                          (element == HAGSTONE_ELEMENT_F32 && type == Ity_I32);
  if (comparable && is_tolerant(element)) return compare_numbers(translation, element, earlier, later);
  IRExpr *repeated = equal_in_all_bits(translation, earlier, later);
  if (element == HAGSTONE_ELEMENT_BYTES) return (Comparison){repeated, NULL};
  return (Comparison){repeated, binary(translation, Iop_Xor64, repeated, hagstone_ir_constant(1))};
}
