/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "access_reuse.h"

#include "common/raw_format.h"
#include "distances/object_distances.h"
#include "exhaustive/options.h"
#include "exhaustive/reuse/orders/access_order.h"
#include "line_reuse.h"
#include "reuse_counts.h"

#define OUT_OF_LINE __attribute__((noinline))

/* An access whose reuses are being reported. */
struct telling {
  uint64_t address, end;
  uint64_t trap; /* hagstone_trap_at */
  uint32_t bits;
};

static void tell(void *listener, const struct hagstone_extent_reuse *reuse) {
  const struct telling *const access = listener;
  const uint64_t first = reuse->first << access->bits, end = (reuse->first + reuse->granules) << access->bits;
  const uint64_t from = first > access->address ? first : access->address, to = end < access->end ? end : access->end;
  if (hagstone_options.reuse_objects)
    hagstone_count_object_reuses(from, access->bits, reuse->time, reuse->stack, reuse->granules);
  const struct hagstone_alike_reuses alike = {reuse->watch, access->trap, reuse->time, reuse->stack,
                                              hagstone_amounts(reuse->granules, (uint32_t)(to - from))};
  hagstone_count_older_reuses(&alike);
}

/* An access of several granules, or where several are in the list. */
static OUT_OF_LINE void order_wide_access(struct hagstone_access_order *order, uint32_t bits, uint64_t address,
                                          uint64_t end, hagstone_place place, uint64_t time) {
  struct telling telling = {address, end, hagstone_trap_at(place, bits), bits};
  const uint64_t first = address >> bits;
  const struct hagstone_extent_access extent = {first, time, place, (uint32_t)(((end - 1) >> bits) - first + 1), 0};
  hagstone_order_access(order, &extent, tell, &telling);
}

static void count_older_reuse(const struct hagstone_extent_reuse *reuse, hagstone_sized_place trap, uint32_t bits) {
  const struct hagstone_alike_reuses alike = {reuse->watch, hagstone_trap_at(hagstone_unsized(trap), bits), reuse->time,
                                              reuse->stack, hagstone_amounts(1, (uint32_t)hagstone_size(trap))};
  hagstone_count_older_reuses(&alike);
}

/* An access at a granularity finer than lines. */
static void order_access(struct hagstone_access_order *order, uint32_t bits, uint64_t address, uint64_t end,
                         hagstone_place place, uint64_t time) {
  const uint64_t granule = address >> bits;
  if ((end - 1) >> bits != granule || !hagstone_orders_single_granules(order)) {
    order_wide_access(order, bits, address, end, place, time);
    return;
  }
  struct hagstone_extent_reuse reuse;
  const int is_recent = hagstone_order_recent_granule(order, granule, time, place, &reuse);
  if (!is_recent) hagstone_order_older_granule(order, granule, time, place, &reuse);
  if (hagstone_options.reuse_objects) hagstone_count_object_reuses(address, bits, reuse.time, reuse.stack, 1);
  if (is_recent) {
    hagstone_count_near_reuses(reuse.watch, hagstone_sized(place, end - address),
                               hagstone_near_distances(reuse.time, reuse.stack, bits), 1);
  } else {
    count_older_reuse(&reuse, hagstone_sized(place, end - address), bits);
  }
}

void hagstone_measure_reuse(struct hagstone_thread_orders *orders, uint64_t address, uint64_t bytes, hagstone_place place) {
  const uint64_t end = hagstone_end_in_program(address, bytes);
  if (end == address) return;
  const uint64_t time = ++orders->accesses;
  for (uint32_t i = 0; i < orders->count; i++) order_access(&orders->orders[i], orders->bits[i], address, end, place, time);
  if (orders->orders_lines) hagstone_measure_line_reuse(orders, address, end, place, time);
}

void hagstone_measure_sized_reuse(struct hagstone_thread_orders *orders, uint64_t address, hagstone_sized_place place) {
  hagstone_measure_reuse(orders, address, hagstone_accessed_bytes(place), hagstone_unsized(place));
}

void hagstone_measure_entry(struct hagstone_thread_orders *orders, const struct hagstone_batch_entry *entry) {
  const hagstone_place context = hagstone_place_of((uint32_t)entry->where, 0);
  for (uint32_t i = 0; i < entry->block->count; i++)
    if (entry->addresses[i]) hagstone_measure_sized_reuse(orders, entry->addresses[i], context | entry->block->accesses[i]);
}

struct hagstone_thread_orders *hagstone_orders_measured_with(uint32_t thread) {
  struct hagstone_thread_orders *const orders =
      hagstone_orders_of_thread(hagstone_options.process_wide ? HAGSTONE_WHOLE_PROCESS : thread);
  if (!orders) ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
  return orders;
}
