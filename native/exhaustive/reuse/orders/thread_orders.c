/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "thread_orders.h"

#include "exhaustive/measurement.h"
#include "exhaustive/options.h"

static uint32_t granularities;
static struct hagstone_thread_orders *first;

void hagstone_start_thread_orders(uint32_t wanted) { granularities = wanted; }

struct hagstone_thread_orders *hagstone_all_thread_orders(void) { return first; }

static void free_orders(struct hagstone_thread_orders *orders) {
  for (uint32_t i = 0; i < orders->count; i++) hagstone_free_access_order(&orders->orders[i]);
  if (orders->orders_lines) hagstone_free_line_order(&orders->lines);
  hagstone_give_back(orders, sizeof *orders);
}

/* Returns 0 when there is no memory: some may have been made. */
static int make_each(struct hagstone_thread_orders *orders) {
  for (uint32_t i = 0; i < HAGSTONE_FINE_GRANULARITIES; i++) {
    if (!(granularities >> i & 1)) continue;
    orders->bits[orders->count] = 3 * i;
    if (!hagstone_make_access_order(&orders->orders[orders->count], 3 * i)) return 0;
    orders->count++;
  }
  if (granularities & HAGSTONE_GRANULARITY_LINE) orders->orders_lines = (uint32_t)hagstone_make_line_order(&orders->lines);
  orders->lines_alone = orders->count == 0 && !hagstone_options.reuse_objects;
  return orders->orders_lines || !(granularities & HAGSTONE_GRANULARITY_LINE);
}

static struct hagstone_thread_orders *make_orders(uint32_t thread) {
  struct hagstone_thread_orders *const orders = hagstone_memory(sizeof *orders);
  if (!orders) return 0;
  orders->thread = thread;
  hagstone_empty_recent_lines(&orders->recent_lines);
  if (make_each(orders)) return orders;
  free_orders(orders);
  return 0;
}

/* The thread that runs stands first: threads take turns, and each has many accesses in its own. */
struct hagstone_thread_orders *hagstone_orders_of_thread(uint32_t thread) {
  struct hagstone_thread_orders **link = &first;
  while (*link && (*link)->thread != thread) link = &(*link)->next;
  struct hagstone_thread_orders *const found = *link;
  if (found == first && found) return found;
  struct hagstone_thread_orders *const orders = found ? found : make_orders(thread);
  if (!orders) return 0;
  if (found) *link = found->next;
  orders->next = first;
  first = orders;
  return orders;
}

void hagstone_forget_thread_orders(uint32_t thread) {
  struct hagstone_thread_orders **link = &first;
  while (*link && (*link)->thread != thread) link = &(*link)->next;
  struct hagstone_thread_orders *const orders = *link;
  if (!orders) return;
  *link = orders->next;
  free_orders(orders);
}

void hagstone_forget_all_thread_orders(void) {
  while (first) hagstone_forget_thread_orders(first->thread);
}
