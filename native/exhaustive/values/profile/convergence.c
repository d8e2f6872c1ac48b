/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "convergence.h"

/* Bounds of heuristic 2, in percent of the profiled executions (section 7.1). */
enum { LEAST_INCREASE = 2, LEAST_DECREASE = 4 };

enum hagstone_convergence hagstone_test_convergence(enum hagstone_value_profile profile, struct hagstone_invariance before,
                                                    struct hagstone_invariance now) {
  if (!before.profiled) before = (struct hagstone_invariance){0, 1};
  const __int128 change = (__int128)now.top * before.profiled - (__int128)before.top * now.profiled;
  if (profile == HAGSTONE_VALUE_PROFILE_RISING) return change > 0 ? HAGSTONE_INCREASING : HAGSTONE_CONVERGED;
  const __int128 whole = (__int128)now.profiled * before.profiled;
  if (100 * change > LEAST_INCREASE * whole) return HAGSTONE_INCREASING;
  if (100 * change < -LEAST_DECREASE * whole) return HAGSTONE_DECREASING;
  return HAGSTONE_CONVERGED;
}
