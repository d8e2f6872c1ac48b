/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The reuses of single accesses, at each granularity (reuse_distance.h). */
#ifndef HAGSTONE_EXHAUSTIVE_ACCESS_REUSE_H
#define HAGSTONE_EXHAUSTIVE_ACCESS_REUSE_H

#include "batch_entry.h"
#include "exhaustive/reuse/orders/thread_orders.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Represents all threads if the process is measured as one. */
enum { HAGSTONE_WHOLE_PROCESS = 1 };

/* The measurement of each access, in two parts. The first returns the orders of the thread; null: no memory. They are
 * valid until the thread ends, and not in the child of a fork. */
struct hagstone_thread_orders *hagstone_orders_measured_with(uint32_t thread);
void hagstone_measure_reuse(struct hagstone_thread_orders *orders, uint64_t address, uint64_t bytes, hagstone_place place);
/* The same for an access of hagstone_size bytes at a place, or for a size too large for that of as many as its site has. */
void hagstone_measure_sized_reuse(struct hagstone_thread_orders *orders, uint64_t address, hagstone_sized_place place);
/* The same for the accesses of an entry of the batch, whose addresses stay. */
void hagstone_measure_entry(struct hagstone_thread_orders *orders, const struct hagstone_batch_entry *entry);

#ifdef __cplusplus
}
#endif

#endif
