/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reuse_distance.h"

#include "access_batch.h"
#include "access_reuse.h"
#include "exhaustive/reuse/orders/access_order.h"
#include "common/raw_format.h"
#include "exhaustive/objects/objects.h"
#include "exhaustive/options.h"
#include "line_reuse.h"
#include "distances/object_distances.h"
#include "reuse_code.h"
#include "reuse_counts.h"
#include "exhaustive/reuse/orders/thread_orders.h"

static void on_access(const struct hagstone_access *access) {
  hagstone_measure_batch_so_far();
  struct hagstone_thread_orders *const orders = hagstone_orders_measured_with(access->thread);
  if (!orders) return;
  hagstone_measure_reuse(orders, access->address, access->bytes, hagstone_place_of(access->context, access->site->id));
}

static void end_memory(uint64_t address, uint64_t bytes) {
  hagstone_measure_batch_so_far();
  const uint64_t end = hagstone_end_in_program(address, bytes);
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
  return hagstone_orders_of_thread(HAGSTONE_WHOLE_PROCESS)
             ? 0
             : "there is no memory to keep the order of accesses in; free some";
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
