/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reuse_distance.h"

#include "access_order.h"
#include "common/raw_format.h"
#include "exhaustive/options.h"
#include "reuse_code.h"
#include "reuse_counts.h"
#include "thread_orders.h"

/* Stands for all threads where the process is measured as one. */
enum { WHOLE_PROCESS = 1 };
enum { LINE_BITS = 6 };
#define OUT_OF_LINE __attribute__((noinline))

/* An access whose reuses are being told. */
struct telling {
  uint64_t address, end;
  uint64_t trap; /* hagstone_trap_at */
  uint32_t bits;
};

static void tell(void *listener, const struct hagstone_extent_reuse *reuse) {
  const struct telling *const access = listener;
  const uint64_t first = reuse->first << access->bits, end = (reuse->first + reuse->granules) << access->bits;
  const uint64_t from = first > access->address ? first : access->address, to = end < access->end ? end : access->end;
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

/* A granule that has not been accessed of late. */
static OUT_OF_LINE void order_older_granule(struct hagstone_access_order *order, uint32_t bits, uint64_t granule,
                                            uint64_t bytes, hagstone_place place, uint64_t time) {
  struct hagstone_extent_reuse reuse;
  hagstone_order_older_granule(order, granule, time, place, &reuse);
  const struct hagstone_alike_reuses alike = {reuse.watch, hagstone_trap_at(place, bits), reuse.time, reuse.stack,
                                              hagstone_amounts(1, (uint32_t)bytes)};
  hagstone_count_older_reuses(&alike);
}

/* Every way through ends in one call at most, the last thing done: most accesses need no stack frame then. */
static inline __attribute__((always_inline)) void order_access(struct hagstone_access_order *order, uint32_t bits,
                                                               uint64_t address, uint64_t end, hagstone_place place,
                                                               uint64_t time) {
  const uint64_t granule = address >> bits;
  if ((end - 1) >> bits != granule || !hagstone_orders_single_granules(order)) {
    order_wide_access(order, bits, address, end, place, time);
    return;
  }
  struct hagstone_extent_reuse reuse;
  if (hagstone_order_recent_granule(order, granule, time, place, &reuse))
    hagstone_count_near_reuses(reuse.watch, hagstone_trap_at(place, bits), reuse.time, reuse.stack,
                               hagstone_amounts(1, (uint32_t)(end - address)));
  else
    order_older_granule(order, bits, granule, end - address, place, time);
}

/* Wild addresses are cut off at the program's end: their own access faults as it would natively. */
static uint64_t end_in_program(uint64_t address, uint64_t bytes) {
  const uint64_t end = 1ull << HAGSTONE_PROGRAM_ADDRESS_BITS;
  return address >= end ? address : bytes > end - address ? end : address + bytes;
}

/* Several granularities, or one that is not lines, or an address that no program has. */
static OUT_OF_LINE void measure_any(struct hagstone_thread_orders *orders, uint64_t address, uint64_t bytes, hagstone_place place) {
  const uint64_t end = end_in_program(address, bytes);
  if (end == address) return;
  const uint64_t time = ++orders->accesses;
  for (uint32_t i = 0; i < orders->count; i++) order_access(&orders->orders[i], orders->bits[i], address, end, place, time);
}

void hagstone_measure_reuse(struct hagstone_thread_orders *orders, uint64_t address, uint64_t bytes, hagstone_place place) {
  const uint64_t end = address + bytes;
  if (orders->count == 1 && orders->bits[0] == LINE_BITS && (address | end) >> HAGSTONE_PROGRAM_ADDRESS_BITS == 0 && address < end)
    order_access(&orders->orders[0], LINE_BITS, address, end, place, ++orders->accesses);
  else
    measure_any(orders, address, bytes, place);
}

struct hagstone_thread_orders *hagstone_orders_measured_with(uint32_t thread) {
  struct hagstone_thread_orders *const orders =
      hagstone_orders_of_thread(hagstone_options.process_wide ? WHOLE_PROCESS : thread);
  if (!orders) ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
  return orders;
}

static void on_access(const struct hagstone_access *access) {
  struct hagstone_thread_orders *const orders = hagstone_orders_measured_with(access->thread);
  if (!orders) return;
  hagstone_measure_reuse(orders, access->address, access->bytes, hagstone_place_of(access->context, access->site->id));
}

static void on_memory_ends(uint64_t address, uint64_t bytes, enum hagstone_memory_end how) {
  (void)how;
  const uint64_t end = end_in_program(address, bytes);
  for (struct hagstone_thread_orders *orders = hagstone_all_thread_orders(); orders; orders = orders->next)
    for (uint32_t i = 0; i < orders->count; i++) {
      const uint64_t first = (address + (1ull << orders->bits[i]) - 1) >> orders->bits[i], last = end >> orders->bits[i];
      if (first < last) hagstone_end_granules(&orders->orders[i], first, last);
    }
}

static void on_memory_moves(uint64_t from, uint64_t to, uint64_t bytes) {
  on_memory_ends(from, bytes, HAGSTONE_MEMORY_UNMAPPED);
  on_memory_ends(to, bytes, HAGSTONE_MEMORY_UNMAPPED);
}

/* Threads may come and go behind what the translated code remembers. */
static void on_several_threads(void) { hagstone_forget_running_thread(); }

static void on_thread_ends(uint32_t thread) {
  hagstone_forget_running_thread();
  if (!hagstone_options.process_wide) hagstone_forget_thread_orders(thread);
}

static void on_window_ends(void) {
  for (struct hagstone_thread_orders *orders = hagstone_all_thread_orders(); orders; orders = orders->next)
    for (uint32_t i = 0; i < orders->count; i++) hagstone_clear_access_order(&orders->orders[i]);
  hagstone_settle_reuses();
}

static void after_fork(void) {
  hagstone_forget_running_thread();
  hagstone_forget_all_thread_orders();
  hagstone_forget_reuses();
}

static uint32_t coarsest_bits(uint32_t granularities) {
  return granularities & HAGSTONE_GRANULARITY_LINE ? LINE_BITS : granularities & HAGSTONE_GRANULARITY_WORD ? 3 : 0;
}

static const char *start(void) {
  hagstone_start_thread_orders(hagstone_options.granularities);
  hagstone_count_pairs_at(coarsest_bits(hagstone_options.granularities));
  return hagstone_orders_of_thread(WHOLE_PROCESS) ? 0 : "there is no memory to keep the order of accesses in; free some";
}

const struct hagstone_measurement hagstone_reuse_distance = {
    .name = "reuse-distance",
    .tool = HAGSTONE_TOOL_REUSE_DISTANCE,
    .start = start,
    .access = on_access,
    .code = &hagstone_reuse_code,
    .kernel_access = on_access,
    .memory_ends = on_memory_ends,
    .memory_moves = on_memory_moves,
    .several_threads = on_several_threads,
    .thread_ends = on_thread_ends,
    .window_ends = on_window_ends,
    .refresh = hagstone_settle_reuses,
    .finish = hagstone_settle_reuses,
    .after_fork = after_fork,
};
