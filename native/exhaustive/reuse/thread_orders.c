/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "thread_orders.h"

#include "exhaustive/measurement.h"

static uint32_t granularities;
static struct hagstone_thread_orders *first;

void hagstone_start_thread_orders(uint32_t wanted) { granularities = wanted; }

struct hagstone_thread_orders *hagstone_all_thread_orders(void) { return first; }

static void free_orders(struct hagstone_thread_orders *orders) {
  for (uint32_t i = 0; i < orders->count; i++) hagstone_free_access_order(&orders->orders[i]);
  hagstone_give_back(orders, sizeof *orders);
}

static struct hagstone_thread_orders *make_orders(uint32_t thread) {
  struct hagstone_thread_orders *const orders = hagstone_memory(sizeof *orders);
  if (!orders) return 0;
  orders->thread = thread;
  hagstone_empty_recent_lines(&orders->recent_lines);
  for (uint32_t i = 0; i < HAGSTONE_REUSE_GRANULARITIES; i++) {
    if (!(granularities >> i & 1)) continue;
    orders->bits[orders->count] = 3 * i;
    if (!hagstone_make_access_order(&orders->orders[orders->count], 3 * i)) {
      free_orders(orders);
      return 0;
    }
    orders->count++;
  }
  return orders;
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
