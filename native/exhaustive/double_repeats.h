/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HAGSTONE_DOUBLE_REPEATS_H
#define HAGSTONE_DOUBLE_REPEATS_H

#include "common/compare.h"

/* Whether a double repeats within `tolerance` billionths of the earlier one; `relative` is the same as a fraction. Most
 * numbers are decided without the exact arithmetic of native/common/compare.c, whose result this is. */
static inline int hagstone_double_repeats(const void *before, const void *after, double relative, uint32_t tolerance) {
  double earlier, later;
  __builtin_memcpy(&earlier, before, sizeof earlier);
  __builtin_memcpy(&later, after, sizeof later);
  const double difference = __builtin_fabs(later - earlier), allowed = relative * __builtin_fabs(earlier);
  const double margin = 1e-12 * allowed;
  if (allowed > 1e-280 && allowed < 1e280) {
    if (difference < allowed - margin) return 1;
    if (difference > allowed + margin) return 0;
  }
  return hagstone_element_repeats(HAGSTONE_ELEMENT_F64, before, after, tolerance);
}

#endif
