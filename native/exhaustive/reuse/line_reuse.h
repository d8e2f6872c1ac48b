/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reuse distances of cache lines (reuse_distance.h), which most runs measure alone: their accesses come by way of the
 * batch, an entry at a time. */
#ifndef HAGSTONE_EXHAUSTIVE_LINE_REUSE_H
#define HAGSTONE_EXHAUSTIVE_LINE_REUSE_H

#include "batch_entry.h"
#include "exhaustive/reuse/orders/thread_orders.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An access number `time` from `address` up to but not including `end`. */
void hagstone_measure_line_reuse(struct hagstone_thread_orders *orders, uint64_t address, uint64_t end,
                                 hagstone_place place, uint64_t time);

/* Brings the order of lines up to the accesses measured so far: before anything else looks at it, and before another
 * thread's accesses are measured. */
void hagstone_settle_lines(struct hagstone_thread_orders *orders);

/* All accesses of the entry, which are counted here, where lines alone are measured (lines_alone). Returns whether each was
 * to one line of the program. */
int hagstone_measure_lines_of_entry(struct hagstone_thread_orders *orders, const struct hagstone_batch_entry *entry);

/* Whether an entry of the same block in the same context accesses the same lines in the same order as the one before it, of
 * which each access was to one line of the program. */
int hagstone_repeats_lines(const struct hagstone_batch_entry *before, const struct hagstone_batch_entry *entry);

/* Like hagstone_measure_lines_of_entry, for `times` successive entries that all repeat the lines of the last one. */
void hagstone_measure_repeated_lines(struct hagstone_thread_orders *orders, const struct hagstone_batch_entry *entry,
                                     uint64_t times);

/* The memory from `address` up to but not including `end` has ended. */
void hagstone_end_memory_of_lines(struct hagstone_thread_orders *orders, uint64_t address, uint64_t end);

#ifdef __cplusplus
}
#endif

#endif
