/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * When the profile of a stream of values has converged (Calder, Feller and Eustace, section 7; metrics.md section 8). */
#ifndef HAGSTONE_CONVERGENCE_H
#define HAGSTONE_CONVERGENCE_H

#include <stdint.h>

#include "common/raw_format.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Executions profiled between two tests. */
enum { HAGSTONE_CONVERGENCE_INTERVAL = 2000 };

/* Invariance as a fraction: occurrences of the values in the top half of the table among those profiled. */
struct hagstone_invariance {
  uint64_t top;
  uint64_t profiled; /* 0: not known, taken for an invariance of 0 */
};

enum hagstone_convergence { HAGSTONE_CONVERGED, HAGSTONE_INCREASING, HAGSTONE_DECREASING };

/* Whether profiling continues after a test: HAGSTONE_CONVERGED ends it. `profile`: HAGSTONE_VALUE_PROFILE_RISING or
 * HAGSTONE_VALUE_PROFILE_BOUNDS; only the latter ever says HAGSTONE_DECREASING. */
enum hagstone_convergence hagstone_test_convergence(enum hagstone_value_profile profile, struct hagstone_invariance before,
                                                    struct hagstone_invariance now);

#ifdef __cplusplus
}
#endif

#endif
