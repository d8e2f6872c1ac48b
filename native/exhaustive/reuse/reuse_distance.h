/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Exact reuse distances (RDX sections III and V; metrics.md section 4) of each thread, or of the whole process by
 * option, at byte, word and line granularity.
 *
 * Time is counted in accesses of the thread, including kernel accesses, whatever their length. An access touches its
 * granules at once: each is a separate reuse (or a first access), with the distances from the access that last
 * touched it; 1 and 0 for an immediate one. Stack distance counts the distinct granules touched in between. Memory
 * that has ended is accessed for the first time again if its granules ended completely; accesses before its end
 * still count as in between. */
#ifndef HAGSTONE_EXHAUSTIVE_REUSE_DISTANCE_H
#define HAGSTONE_EXHAUSTIVE_REUSE_DISTANCE_H

#include "exhaustive/measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct hagstone_measurement hagstone_reuse_distance;

#ifdef __cplusplus
}
#endif

#endif
