/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HAGSTONE_DOUBLE_REPEATS_H
#define HAGSTONE_DOUBLE_REPEATS_H

#include "common/compare.h"

/* 1 if a double repeats within `relative`, a fraction, of the earlier one, 0 if it does not; -1 where rounding or the size
 * of the numbers leaves that open. Decided without a branch but for that. */
static inline int hagstone_double_surely_repeats(const void *before, const void *after, double relative) {
  double earlier, later;
  __builtin_memcpy(&earlier, before, sizeof earlier);
  __builtin_memcpy(&later, after, sizeof later);
  const double difference = __builtin_fabs(later - earlier), size = __builtin_fabs(earlier);
  const double surely_allowed = relative * (1 - 1e-12) * size, surely_too_much = relative * (1 + 1e-12) * size;
  const int repeats = difference<surely_allowed, differs = difference> surely_too_much;
  return (surely_allowed > 1e-280) & (repeats | differs) ? repeats : -1;
}

/* Whether a double repeats within `tolerance` billionths of the earlier one; `relative` is the same as a fraction. Most
 * numbers are decided without the exact arithmetic of native/common/compare.c, whose result this is. */
static inline int hagstone_double_repeats(const void *before, const void *after, double relative, uint32_t tolerance) {
  const int repeats = hagstone_double_surely_repeats(before, after, relative);
  return repeats >= 0 ? repeats : hagstone_element_repeats(HAGSTONE_ELEMENT_F64, before, after, tolerance);
}

#endif
