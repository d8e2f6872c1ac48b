/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "line_reuse.h"

#include "exhaustive/options.h"
#include "distances/object_distances.h"
#include "reuse_counts.h"

#define OUT_OF_LINE __attribute__((noinline))
#define ALWAYS_INLINE inline __attribute__((always_inline))

static void count_older_reuse(const struct hagstone_line_reuse *reuse, hagstone_place trap, uint64_t bytes) {
  const struct hagstone_alike_reuses alike = {hagstone_unsized(reuse->watch), hagstone_trap_at(trap, HAGSTONE_LINE_BITS),
                                              reuse->time, reuse->stack, hagstone_amounts(1, (uint32_t)bytes)};
  hagstone_count_older_reuses(&alike);
}

/* Lines that are accessed at once have one place among the others: not in front, where each has its own. */
static OUT_OF_LINE void order_several_lines(struct hagstone_thread_orders *orders, uint64_t address, uint64_t end,
                                            hagstone_place place, uint64_t time) {
  struct hagstone_line_order *const order = &orders->lines;
  const uint64_t first = address >> HAGSTONE_LINE_BITS, last = (end - 1) >> HAGSTONE_LINE_BITS;
  hagstone_retire_recent_lines(&orders->recent_lines, order);
  for (uint64_t line = first; line <= last; line++) {
    const struct hagstone_line_reuse reuse = hagstone_reuse_of_line(order, line, time, 0);
    const uint64_t from = line == first ? address : line << HAGSTONE_LINE_BITS;
    if (hagstone_options.reuse_objects) hagstone_count_object_reuses(from, HAGSTONE_LINE_BITS, reuse.time, reuse.stack, 1);
    count_older_reuse(&reuse, place, (line == last ? end : (line + 1) << HAGSTONE_LINE_BITS) - from);
  }
  for (uint64_t line = first; line <= last; line++) hagstone_take_line(order, line, time, 0);
  hagstone_order_lines_at_once(order, first, last + 1, time, place);
}

/* ---- Lines that come to the front: their data in the order behind is often in no near cache, and is fetched for
 * several at once. Nothing else looks at that order while lines are on their way. ---- */

enum { MOST_MOVES = 32 };

/* One line comes, and the one whose place it takes leaves. */
struct move {
  struct hagstone_line_access *line, *leaving; /* null: all zeros */
  uint32_t leaving_number;
  uint64_t time, leaving_time;
  hagstone_sized_place place, leaving_place;
  struct hagstone_unpaired_reuses *unpaired;
};
static struct move moves[MOST_MOVES];
static uint32_t move_count;

/* Lines that came, and how many had when the latest entry began: as long as none does all of its lines stay in front. */
static uint64_t brought, brought_before_entry;

static void count_line_reuse(const struct hagstone_line_reuse *reuse, hagstone_sized_place place,
                             struct hagstone_unpaired_reuses *unpaired) {
  if (unpaired && reuse->time)
    hagstone_count_unpaired(unpaired, reuse->time, reuse->stack, 1);
  else
    count_older_reuse(reuse, hagstone_unsized(place), hagstone_size(place));
}

void hagstone_settle_lines(struct hagstone_thread_orders *orders) {
  for (uint32_t i = 0; i < move_count; i++) {
    const struct move *const move = &moves[i];
    const struct hagstone_line_reuse reuse =
        hagstone_take_known_line(&orders->lines, move->line, move->time, HAGSTONE_RECENT_LINES);
    count_line_reuse(&reuse, move->place, move->unpaired);
    hagstone_order_known_line(&orders->lines, move->leaving_number, move->leaving, move->leaving_time, move->leaving_place);
  }
  move_count = 0;
}

/* It may come again before it has left: then it must be known where it stands. */
static struct hagstone_line_access *expect_leaving_line(struct hagstone_line_order *order, uint32_t line) {
  struct hagstone_line_access *const access = hagstone_expect_line(order, line);
  return access ? access : hagstone_make_line_access(&order->table, line);
}

static OUT_OF_LINE uint32_t bring_older_line(struct hagstone_thread_orders *orders, uint64_t later, uint64_t line,
                                             hagstone_sized_place place, uint64_t time,
                                             struct hagstone_unpaired_reuses *unpaired) {
  struct hagstone_recent_lines *const recent = &orders->recent_lines;
  brought++;
  if (recent->count < HAGSTONE_RECENT_LINES) {
    struct hagstone_line_reuse reuse;
    hagstone_settle_lines(orders);
    recent->later = later;
    const uint32_t at = hagstone_bring_line(recent, &orders->lines, line, time, &reuse);
    count_line_reuse(&reuse, place, unpaired);
    return at;
  }
  const uint32_t at = hagstone_oldest_recent_line(later);
  const uint32_t leaving = recent->lines[at];
  moves[move_count++] = (struct move){hagstone_expect_line(&orders->lines, (uint32_t)line),
                                      expect_leaving_line(&orders->lines, leaving),
                                      leaving,
                                      time,
                                      recent->times[at],
                                      place,
                                      recent->places[at],
                                      unpaired};
  hagstone_put_recent_line(recent, at, (uint32_t)line);
  if (move_count == MOST_MOVES) hagstone_settle_lines(orders);
  return at;
}

/* Accesses that are alike, `times` of them, to the line in front at `at`. Returns the new `later`. */
static ALWAYS_INLINE uint64_t access_in_front(struct hagstone_recent_lines *recent, uint64_t later, uint32_t at,
                                              hagstone_sized_place place, uint64_t time, uint64_t times,
                                              struct hagstone_unpaired_reuses *unpaired) {
  const uint64_t distance = time - recent->times[at], stack = hagstone_lines_since(later, at);
  if (unpaired)
    hagstone_count_unpaired(unpaired, distance, stack, times);
  else
    hagstone_count_near_reuses(recent->places[at], place, hagstone_near_distances(distance, stack, HAGSTONE_LINE_BITS),
                               times);
  recent->times[at] = time;
  recent->places[at] = place;
  return hagstone_later_after(later, at);
}

/* `later`: that of orders->recent_lines, which is not read; returns the new one. */
static ALWAYS_INLINE uint64_t order_line(struct hagstone_thread_orders *orders, uint64_t later, uint64_t line,
                                         hagstone_sized_place place, uint64_t time,
                                         struct hagstone_unpaired_reuses *unpaired) {
  struct hagstone_recent_lines *const recent = &orders->recent_lines;
  const uint32_t mask = hagstone_recent_line_mask(recent, (uint32_t)line);
  if (__builtin_expect(mask != 0, 1))
    return access_in_front(recent, later, (uint32_t)__builtin_ctz(mask), place, time, 1, unpaired);
  const uint32_t at = bring_older_line(orders, later, line, place, time, unpaired);
  recent->times[at] = time;
  recent->places[at] = place;
  return hagstone_later_after(later, at);
}

/* The same, counted for the object at `address` too. Apart, as the other is where nearly all of the time goes. */
static OUT_OF_LINE uint64_t order_line_of_object(struct hagstone_thread_orders *orders, uint64_t address,
                                                 hagstone_sized_place place, uint64_t time) {
  struct hagstone_recent_lines *const recent = &orders->recent_lines;
  const uint64_t line = address >> HAGSTONE_LINE_BITS, later = recent->later;
  const uint32_t mask = hagstone_recent_line_mask(recent, (uint32_t)line);
  if (mask) {
    const uint32_t at = (uint32_t)__builtin_ctz(mask);
    hagstone_count_object_reuses(address, HAGSTONE_LINE_BITS, time - recent->times[at], hagstone_lines_since(later, at), 1);
    return access_in_front(recent, later, at, place, time, 1, 0);
  }
  struct hagstone_line_reuse reuse;
  const uint32_t at = hagstone_bring_line(recent, &orders->lines, line, time, &reuse);
  hagstone_count_object_reuses(address, HAGSTONE_LINE_BITS, reuse.time, reuse.stack, 1);
  count_older_reuse(&reuse, hagstone_unsized(place), hagstone_size(place));
  recent->times[at] = time;
  recent->places[at] = place;
  return hagstone_later_after(later, at);
}

void hagstone_measure_line_reuse(struct hagstone_thread_orders *orders, uint64_t address, uint64_t end,
                                 hagstone_place place, uint64_t time) {
  hagstone_settle_lines(orders);
  const uint64_t line = address >> HAGSTONE_LINE_BITS;
  const hagstone_sized_place sized = hagstone_sized(place, end - address);
  if ((end - 1) >> HAGSTONE_LINE_BITS != line)
    order_several_lines(orders, address, end, place, time);
  else if (hagstone_options.reuse_objects)
    orders->recent_lines.later = order_line_of_object(orders, address, sized, time);
  else
    orders->recent_lines.later = order_line(orders, orders->recent_lines.later, line, sized, time, 0);
  hagstone_settle_lines(orders);
}

/* ---- Entries. ---- */

static hagstone_place context_of(const struct hagstone_batch_entry *entry) {
  return hagstone_place_of((uint32_t)entry->where, 0);
}

static struct hagstone_unpaired_reuses *unpaired_of(const struct hagstone_batch_entry *entry) {
  return hagstone_unpaired_line_reuses((hagstone_calling_context)entry->where);
}

/* Memory of the program, at an address other than 0: one comparison checks all of this. */
static ALWAYS_INLINE int lies_in_a_line(uint64_t address, uint64_t bytes) {
  _Static_assert(HAGSTONE_PROGRAM_ADDRESS_BITS > HAGSTONE_LINE_BITS, "shifted addresses of the program are small");
  const uint64_t beyond = (address - 1) >> (HAGSTONE_PROGRAM_ADDRESS_BITS - HAGSTONE_LINE_BITS);
  return ((address ^ (address + bytes - 1)) | beyond) < HAGSTONE_LINE_BYTES;
}

static OUT_OF_LINE void measure_several_lines(struct hagstone_thread_orders *orders, uint64_t address,
                                              hagstone_sized_place place) {
  const uint64_t end = hagstone_end_in_program(address, hagstone_accessed_bytes(place));
  if (end == address) return;
  hagstone_measure_line_reuse(orders, address, end, hagstone_unsized(place), ++orders->accesses);
}

static ALWAYS_INLINE int measure_lines(struct hagstone_thread_orders *orders, const struct hagstone_batch_entry *entry,
                                       struct hagstone_unpaired_reuses *unpaired) {
  const hagstone_place context = context_of(entry);
  const hagstone_sized_place *const accesses = entry->block->accesses;
  const uint64_t count = entry->block->count;
  uint64_t later = orders->recent_lines.later, time = orders->accesses;
  int single = 1;
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t address = entry->addresses[i];
    const hagstone_sized_place place = context | accesses[i];
    if (__builtin_expect(lies_in_a_line(address, hagstone_size(place)), 1)) {
      later = order_line(orders, later, address >> HAGSTONE_LINE_BITS, place, ++time, unpaired);
    } else if (address) {
      single = 0;
      orders->recent_lines.later = later;
      orders->accesses = time;
      measure_several_lines(orders, address, place);
      later = orders->recent_lines.later;
      time = orders->accesses;
    }
  }
  orders->recent_lines.later = later;
  orders->accesses = time;
  return single;
}

int hagstone_measure_lines_of_entry(struct hagstone_thread_orders *orders, const struct hagstone_batch_entry *entry) {
  struct hagstone_unpaired_reuses *const unpaired = unpaired_of(entry);
  brought_before_entry = brought;
  return unpaired ? measure_lines(orders, entry, unpaired) : measure_lines(orders, entry, 0);
}

/* The result for one access: below HAGSTONE_LINE_BYTES where it lies only in the line of the one before. */
static ALWAYS_INLINE __m128i line_differences(__m128i address, __m128i before, __m128i access) {
  const __m128i size = _mm_srli_epi64(access, HAGSTONE_PLACE_BITS);
  const __m128i last_byte = _mm_add_epi64(_mm_add_epi64(address, size), _mm_set1_epi64x(-1));
  return _mm_or_si128(_mm_xor_si128(address, before), _mm_xor_si128(address, last_byte));
}

int hagstone_repeats_lines(const struct hagstone_batch_entry *before, const struct hagstone_batch_entry *entry) {
  const struct hagstone_batch_block *const block = entry->block;
  __m128i differences = _mm_setzero_si128();
  uint64_t i = 0;
  for (; i + 2 <= block->count; i += 2) {
    const __m128i two = _mm_loadu_si128((const __m128i *)(entry->addresses + i));
    const __m128i two_before = _mm_loadu_si128((const __m128i *)(before->addresses + i));
    const __m128i accesses = _mm_loadu_si128((const __m128i *)(block->accesses + i));
    differences = _mm_or_si128(differences, line_differences(two, two_before, accesses));
  }
  if (i < block->count) {
    const __m128i one = _mm_loadl_epi64((const __m128i *)(entry->addresses + i));
    const __m128i one_before = _mm_loadl_epi64((const __m128i *)(before->addresses + i));
    const __m128i access = _mm_loadl_epi64((const __m128i *)(block->accesses + i));
    differences = _mm_or_si128(differences, _mm_move_epi64(line_differences(one, one_before, access)));
  }
  differences = _mm_or_si128(differences, _mm_unpackhi_epi64(differences, differences));
  return (uint64_t)_mm_cvtsi128_si64(differences) < HAGSTONE_LINE_BYTES;
}

static int all_in_front(const struct hagstone_recent_lines *recent, const struct hagstone_batch_entry *entry) {
  for (uint64_t i = 0; i < entry->block->count; i++)
    if (entry->addresses[i] && !hagstone_recent_line_mask(recent, (uint32_t)(entry->addresses[i] >> HAGSTONE_LINE_BITS)))
      return 0;
  return 1;
}

/* Each of the entries leaves the lines in the order in which it finds them, so that the distances of the first are those of
 * all: it is measured for all, and then they have happened that much later. */
void hagstone_measure_repeated_lines(struct hagstone_thread_orders *orders, const struct hagstone_batch_entry *entry,
                                     uint64_t times) {
  struct hagstone_recent_lines *const recent = &orders->recent_lines;
  const int may_have_left = entry->block->count > HAGSTONE_RECENT_LINES && brought != brought_before_entry;
  if (may_have_left && !all_in_front(recent, entry)) {
    for (; times > 0; times--) hagstone_measure_lines_of_entry(orders, entry);
    return;
  }
  struct hagstone_unpaired_reuses *const unpaired = unpaired_of(entry);
  const hagstone_place context = context_of(entry);
  const uint64_t start = orders->accesses;
  uint64_t later = recent->later, time = start;
  for (uint64_t i = 0; i < entry->block->count; i++) {
    if (entry->addresses[i] == 0) continue;
    const uint32_t mask = hagstone_recent_line_mask(recent, (uint32_t)(entry->addresses[i] >> HAGSTONE_LINE_BITS));
    later = access_in_front(recent, later, (uint32_t)__builtin_ctz(mask), context | entry->block->accesses[i], ++time,
                            times, unpaired);
  }
  recent->later = later;
  const uint64_t passed = (time - start) * (times - 1);
  for (uint32_t at = 0; at < HAGSTONE_RECENT_LINES; at++)
    if (recent->times[at] > start) recent->times[at] += passed;
  orders->accesses = time + passed;
}

/* ---- Memory. ---- */

void hagstone_end_memory_of_lines(struct hagstone_thread_orders *orders, uint64_t address, uint64_t end) {
  const uint64_t first = (address + HAGSTONE_LINE_BYTES - 1) >> HAGSTONE_LINE_BITS, last = end >> HAGSTONE_LINE_BITS;
  if (first >= last) return;
  if (hagstone_recent_lines_overlap(&orders->recent_lines, first, last))
    hagstone_retire_recent_lines(&orders->recent_lines, &orders->lines);
  hagstone_end_lines(&orders->lines, first, last);
}
