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
#include "exhaustive/pairs/pairs.h"
#include "access_batch.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct hagstone_measurement hagstone_reuse_distance;

/* What `access` does for each access, in two parts. The first returns null without memory; what it returns is the
 * thread's until that ends, and in the child of a fork no longer. */
struct hagstone_thread_orders *hagstone_orders_measured_with(uint32_t thread);
void hagstone_measure_reuse(struct hagstone_thread_orders *orders, uint64_t address, uint64_t bytes, hagstone_place place);
/* The same for an access of hagstone_size bytes at a place, or for a size too large for that of as many as its site has. */
void hagstone_measure_sized_reuse(struct hagstone_thread_orders *orders, uint64_t address, hagstone_sized_place place);
/* The same for what an entry of the batch holds; addresses stay there. */
void hagstone_measure_entry(struct hagstone_thread_orders *orders, const struct hagstone_batch_entry *entry);

#ifdef __cplusplus
}
#endif

#endif
