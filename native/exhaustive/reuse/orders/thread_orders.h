/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Records of each thread's accesses: their number, and the order of its locations at every granularity measured. */
#ifndef HAGSTONE_EXHAUSTIVE_THREAD_ORDERS_H
#define HAGSTONE_EXHAUSTIVE_THREAD_ORDERS_H

#include <stdint.h>

#include "access_order.h"
#include "line_order.h"
#include "recent_lines.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_FINE_GRANULARITIES = 2 /* bytes and words */ };

struct hagstone_thread_orders {
  uint64_t accesses;
  uint32_t thread;
  uint32_t count;                              /* of the orders of finer locations than lines */
  uint32_t bits[HAGSTONE_FINE_GRANULARITIES]; /* log2 of the granularity of each */
  struct hagstone_access_order orders[HAGSTONE_FINE_GRANULARITIES];
  uint32_t lines_alone;  /* lines are all that is measured, and of no data objects */
  uint32_t orders_lines; /* lines are measured: the following are used */
  struct hagstone_line_order lines;
  struct hagstone_recent_lines recent_lines; /* in front of those */
  struct hagstone_thread_orders *next;
};

/* `granularities`: HAGSTONE_GRANULARITY_… of options.h, ored. */
void hagstone_start_thread_orders(uint32_t granularities);

/* Those of a thread, made on first use; null: no memory. */
struct hagstone_thread_orders *hagstone_orders_of_thread(uint32_t thread);

/* The first of all that there are. */
struct hagstone_thread_orders *hagstone_all_thread_orders(void);

/* Their memory goes back to the kernel. */
void hagstone_forget_thread_orders(uint32_t thread);
void hagstone_forget_all_thread_orders(void);

#ifdef __cplusplus
}
#endif

#endif
