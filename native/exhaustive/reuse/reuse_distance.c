/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reuse_distance.h"

#include "access_batch.h"
#include "exhaustive/reuse/orders/access_order.h"
#include "common/raw_format.h"
#include "exhaustive/objects/objects.h"
#include "exhaustive/options.h"
#include "line_reuse.h"
#include "distances/object_distances.h"
#include "reuse_code.h"
#include "reuse_counts.h"
#include "exhaustive/reuse/orders/thread_orders.h"

/* Represents all threads if the process is measured as one. */
enum { WHOLE_PROCESS = 1 };
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

/* Wild addresses are cut off at the program's end: their own access faults as it would natively. */
static uint64_t end_in_program(uint64_t address, uint64_t bytes) {
  const uint64_t end = 1ull << HAGSTONE_PROGRAM_ADDRESS_BITS;
  return address >= end ? address : bytes > end - address ? end : address + bytes;
}

void hagstone_measure_reuse(struct hagstone_thread_orders *orders, uint64_t address, uint64_t bytes, hagstone_place place) {
  const uint64_t end = end_in_program(address, bytes);
  if (end == address) return;
  const uint64_t time = ++orders->accesses;
  for (uint32_t i = 0; i < orders->count; i++) order_access(&orders->orders[i], orders->bits[i], address, end, place, time);
  if (orders->orders_lines) hagstone_measure_line_reuse(orders, address, end, place, time);
}

void hagstone_measure_sized_reuse(struct hagstone_thread_orders *orders, uint64_t address, hagstone_sized_place place) {
  const hagstone_place unsized = hagstone_unsized(place);
  const uint64_t size = hagstone_size(place);
  const uint64_t bytes = size == HAGSTONE_UNSIZED ? hagstone_site_of(hagstone_place_site(unsized))->bytes : size;
  hagstone_measure_reuse(orders, address, bytes, unsized);
}

void hagstone_measure_entry(struct hagstone_thread_orders *orders, const struct hagstone_batch_entry *entry) {
  const hagstone_place context = hagstone_place_of((uint32_t)entry->where, 0);
  for (uint32_t i = 0; i < entry->block->count; i++)
    if (entry->addresses[i]) hagstone_measure_sized_reuse(orders, entry->addresses[i], context | entry->block->accesses[i]);
}

struct hagstone_thread_orders *hagstone_orders_measured_with(uint32_t thread) {
  struct hagstone_thread_orders *const orders =
      hagstone_orders_of_thread(hagstone_options.process_wide ? WHOLE_PROCESS : thread);
  if (!orders) ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
  return orders;
}

static void on_access(const struct hagstone_access *access) {
  hagstone_measure_batch_so_far();
  struct hagstone_thread_orders *const orders = hagstone_orders_measured_with(access->thread);
  if (!orders) return;
  hagstone_measure_reuse(orders, access->address, access->bytes, hagstone_place_of(access->context, access->site->id));
}

static void end_memory(uint64_t address, uint64_t bytes) {
  hagstone_measure_batch_so_far();
  const uint64_t end = end_in_program(address, bytes);
  for (struct hagstone_thread_orders *orders = hagstone_all_thread_orders(); orders; orders = orders->next) {
    for (uint32_t i = 0; i < orders->count; i++) {
      const uint64_t first = (address + (1ull << orders->bits[i]) - 1) >> orders->bits[i], last = end >> orders->bits[i];
      if (first < last) hagstone_end_granules(&orders->orders[i], first, last);
    }
    if (orders->orders_lines) hagstone_end_memory_of_lines(orders, address, end);
  }
}

/* Redundancy of loads in objects keeps them itself, for all. */
static int keeps_objects(void) {
  return hagstone_options.reuse_objects && !hagstone_tool_wanted(HAGSTONE_TOOL_SPATIAL_LOADS);
}

static void on_memory_begins(uint64_t address, uint64_t bytes, enum hagstone_memory_begin how,
                             hagstone_calling_context context) {
  if (!hagstone_options.reuse_objects) return;
  hagstone_measure_batch_so_far();
  if (keeps_objects()) hagstone_objects_begin(address, bytes, how, context);
}

static void on_memory_ends(uint64_t address, uint64_t bytes, enum hagstone_memory_end how) {
  end_memory(address, bytes);
  if (keeps_objects()) hagstone_objects_end(address, bytes, how);
}

static void on_memory_moves(uint64_t from, uint64_t to, uint64_t bytes) {
  end_memory(from, bytes);
  end_memory(to, bytes);
  if (keeps_objects()) hagstone_objects_move(from, to, bytes);
}

static void on_thread_ends(uint32_t thread) {
  hagstone_measure_batch_so_far();
  if (!hagstone_options.process_wide) hagstone_forget_thread_orders(thread);
}

static void settle(void) {
  hagstone_measure_batch_so_far();
  hagstone_settle_reuses();
}

static void on_window_ends(void) {
  settle();
  for (struct hagstone_thread_orders *orders = hagstone_all_thread_orders(); orders; orders = orders->next) {
    for (uint32_t i = 0; i < orders->count; i++) hagstone_clear_access_order(&orders->orders[i]);
    if (orders->orders_lines) hagstone_clear_line_order(&orders->lines);
    hagstone_empty_recent_lines(&orders->recent_lines);
  }
}

static void after_fork(void) {
  hagstone_forget_batch();
  hagstone_forget_all_thread_orders();
  hagstone_forget_reuses();
  hagstone_forget_object_distances();
}

static uint32_t coarsest_bits(uint32_t granularities) {
  return granularities & HAGSTONE_GRANULARITY_LINE ? HAGSTONE_LINE_BITS : granularities & HAGSTONE_GRANULARITY_WORD ? 3 : 0;
}

/* Counts go by the objects' records, which stay. */
static void object_ended(struct hagstone_data_object *object) { (void)object; }

static const char *start(void) {
  hagstone_start_thread_orders(hagstone_options.granularities);
  hagstone_count_pairs_at(coarsest_bits(hagstone_options.granularities));
  const char *const refused = keeps_objects() ? hagstone_start_objects(object_ended) : 0;
  if (refused) return refused;
  return hagstone_orders_of_thread(WHOLE_PROCESS) ? 0 : "there is no memory to keep the order of accesses in; free some";
}

const struct hagstone_measurement hagstone_reuse_distance = {
    .name = "reuse-distance",
    .tool = HAGSTONE_TOOL_REUSE_DISTANCE,
    .start = start,
    .access = on_access,
    .code = &hagstone_reuse_code,
    .kernel_access = on_access,
    .memory_begins = on_memory_begins,
    .memory_ends = on_memory_ends,
    .memory_moves = on_memory_moves,
    .thread_ends = on_thread_ends,
    .window_ends = on_window_ends,
    .refresh = settle,
    .finish = settle,
    .after_fork = after_fork,
};
