/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reuse_distance.h"

#include "access_batch.h"
#include "access_order.h"
#include "common/raw_format.h"
#include "exhaustive/options.h"
#include "reuse_code.h"
#include "reuse_counts.h"
#include "thread_orders.h"

/* Stands for all threads where the process is measured as one. */
enum { WHOLE_PROCESS = 1 };
#define OUT_OF_LINE __attribute__((noinline))
#define ALWAYS_INLINE inline __attribute__((always_inline))

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
  if (hagstone_order_recent_granule(order, granule, time, place, &reuse)) {
    hagstone_count_near_reuse(reuse.watch, hagstone_sized(place, end - address),
                              hagstone_near_distances(reuse.time, reuse.stack, bits));
  } else {
    hagstone_order_older_granule(order, granule, time, place, &reuse);
    count_older_reuse(&reuse, hagstone_sized(place, end - address), bits);
  }
}

static struct hagstone_access_order *order_of_lines(struct hagstone_thread_orders *orders) {
  return &orders->orders[orders->count - 1];
}

/* Lines that are accessed at once have one place among the others: not in front, where each has its own. */
static OUT_OF_LINE void order_several_lines(struct hagstone_thread_orders *orders, uint64_t address, uint64_t end,
                                            hagstone_place place, uint64_t time) {
  struct hagstone_access_order *const order = order_of_lines(orders);
  hagstone_retire_recent_lines(&orders->recent_lines, order);
  order_wide_access(order, HAGSTONE_LINE_BITS, address, end, place, time);
  hagstone_retire_list(order);
}

static OUT_OF_LINE uint32_t bring_older_line(struct hagstone_thread_orders *orders, uint64_t later, uint64_t line,
                                             hagstone_sized_place place, uint64_t time) {
  struct hagstone_extent_reuse reuse;
  orders->recent_lines.later = later;
  const uint32_t at = hagstone_bring_line(&orders->recent_lines, order_of_lines(orders), line, time, &reuse);
  count_older_reuse(&reuse, place, HAGSTONE_LINE_BITS);
  return at;
}

/* `later`: that of orders->recent_lines, which is not looked at; returns the new one. */
static ALWAYS_INLINE uint64_t order_line(struct hagstone_thread_orders *orders, uint64_t later, uint64_t line,
                                         hagstone_sized_place place, uint64_t time) {
  struct hagstone_recent_lines *const recent = &orders->recent_lines;
  const uint32_t mask = hagstone_recent_line_mask(recent, (uint32_t)line);
  uint32_t at;
  if (__builtin_expect(mask != 0, 1)) {
    at = (uint32_t)__builtin_ctz(mask);
    const uint64_t distances =
        hagstone_near_distances(time - recent->times[at], hagstone_lines_since(later, at), HAGSTONE_LINE_BITS);
    hagstone_count_near_reuse(recent->places[at], place, distances);
  } else {
    at = bring_older_line(orders, later, line, place, time);
  }
  recent->times[at] = time;
  recent->places[at] = place;
  return hagstone_later_after(later, at);
}

static void order_lines(struct hagstone_thread_orders *orders, uint64_t address, uint64_t end, hagstone_place place,
                        uint64_t time) {
  const uint64_t line = address >> HAGSTONE_LINE_BITS;
  if ((end - 1) >> HAGSTONE_LINE_BITS == line)
    orders->recent_lines.later = order_line(orders, orders->recent_lines.later, line, hagstone_sized(place, end - address), time);
  else
    order_several_lines(orders, address, end, place, time);
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
  for (uint32_t i = 0; i < orders->count; i++)
    if (orders->bits[i] == HAGSTONE_LINE_BITS)
      order_lines(orders, address, end, place, time);
    else
      order_access(&orders->orders[i], orders->bits[i], address, end, place, time);
}

static void measure_sized(struct hagstone_thread_orders *orders, uint64_t address, hagstone_sized_place place) {
  const hagstone_place unsized = hagstone_unsized(place);
  const uint64_t size = hagstone_size(place);
  const uint64_t bytes = size == HAGSTONE_UNSIZED ? hagstone_site_of(hagstone_place_site(unsized))->bytes : size;
  hagstone_measure_reuse(orders, address, bytes, unsized);
}

static void measure_entry(struct hagstone_thread_orders *orders, const struct hagstone_batch_entry *entry) {
  const hagstone_place context = hagstone_place_of((uint32_t)entry->where, 0);
  for (uint32_t i = 0; i < entry->block->count; i++)
    if (entry->addresses[i]) measure_sized(orders, entry->addresses[i], context | entry->block->accesses[i]);
}

/* The same where lines are all that is measured. */
static void measure_lines_of_entry(struct hagstone_thread_orders *orders, const struct hagstone_batch_entry *entry) {
  const hagstone_place context = hagstone_place_of((uint32_t)entry->where, 0);
  const hagstone_sized_place *const accesses = entry->block->accesses;
  const uint64_t count = entry->block->count;
  uint64_t later = orders->recent_lines.later, time = orders->accesses;
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t address = entry->addresses[i];
    if (address == 0) continue;
    const hagstone_sized_place place = context | accesses[i];
    if (address % HAGSTONE_LINE_BYTES + hagstone_size(place) <= HAGSTONE_LINE_BYTES && address >> HAGSTONE_PROGRAM_ADDRESS_BITS == 0) {
      later = order_line(orders, later, address >> HAGSTONE_LINE_BITS, place, ++time);
    } else {
      orders->recent_lines.later = later;
      orders->accesses = time;
      measure_sized(orders, address, place);
      later = orders->recent_lines.later;
      time = orders->accesses;
    }
  }
  orders->recent_lines.later = later;
  orders->accesses = time;
}

void hagstone_measure_entry(struct hagstone_thread_orders *orders, const struct hagstone_batch_entry *entry) {
  if (orders->count == 1 && orders->bits[0] == HAGSTONE_LINE_BITS)
    measure_lines_of_entry(orders, entry);
  else
    measure_entry(orders, entry);
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

static void on_memory_ends(uint64_t address, uint64_t bytes, enum hagstone_memory_end how) {
  (void)how;
  hagstone_measure_batch_so_far();
  const uint64_t end = end_in_program(address, bytes);
  for (struct hagstone_thread_orders *orders = hagstone_all_thread_orders(); orders; orders = orders->next)
    for (uint32_t i = 0; i < orders->count; i++) {
      const uint64_t first = (address + (1ull << orders->bits[i]) - 1) >> orders->bits[i], last = end >> orders->bits[i];
      if (first >= last) continue;
      if (orders->bits[i] == HAGSTONE_LINE_BITS && hagstone_recent_lines_overlap(&orders->recent_lines, first, last))
        hagstone_retire_recent_lines(&orders->recent_lines, &orders->orders[i]);
      hagstone_end_granules(&orders->orders[i], first, last);
    }
}

static void on_memory_moves(uint64_t from, uint64_t to, uint64_t bytes) {
  on_memory_ends(from, bytes, HAGSTONE_MEMORY_UNMAPPED);
  on_memory_ends(to, bytes, HAGSTONE_MEMORY_UNMAPPED);
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
    hagstone_empty_recent_lines(&orders->recent_lines);
  }
}

static void after_fork(void) {
  hagstone_forget_batch();
  hagstone_forget_all_thread_orders();
  hagstone_forget_reuses();
}

static uint32_t coarsest_bits(uint32_t granularities) {
  return granularities & HAGSTONE_GRANULARITY_LINE ? HAGSTONE_LINE_BITS : granularities & HAGSTONE_GRANULARITY_WORD ? 3 : 0;
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
    .thread_ends = on_thread_ends,
    .window_ends = on_window_ends,
    .refresh = settle,
    .finish = settle,
    .after_fork = after_fork,
};
