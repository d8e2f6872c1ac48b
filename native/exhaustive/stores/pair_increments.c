/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "pair_increments.h"

enum { MOST_INCREMENTS = 1 << 18, PAGE_BITS = 12, DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

struct increment {
  struct hagstone_exact_pair *pair;
  uint32_t instances;
  uint32_t bytes;
};
static struct increment increments[MOST_INCREMENTS], half_sorted[MOST_INCREMENTS];
static uint32_t count;

static uint64_t page_of(const struct increment *increment) { return (uint64_t)increment->pair >> PAGE_BITS; }

/* What the places of pairs are sorted by. */
struct order {
  uint64_t first_page;
  uint32_t shift; /* so that two digits tell the pages apart: files of 16 GB in single pages, larger ones in groups */
};

static struct order order_of_pages(void) {
  uint64_t first = ~0ull, last = 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t page = page_of(&increments[i]);
    if (page < first) first = page;
    if (page > last) last = page;
  }
  struct order order = {first, 0};
  while ((last - first) >> order.shift >> 2 * DIGIT_BITS) order.shift++;
  return order;
}

static uint32_t digit_of(const struct increment *increment, const struct order *order, uint32_t digit) {
  return (uint32_t)((page_of(increment) - order->first_page) >> (order->shift + digit * DIGIT_BITS)) & (DIGITS - 1);
}

static void sort_by_digit(struct increment *to, const struct increment *from, const struct order *order, uint32_t digit) {
  static uint32_t places[DIGITS + 1];
  for (uint32_t i = 0; i <= DIGITS; i++) places[i] = 0;
  for (uint32_t i = 0; i < count; i++) places[digit_of(&from[i], order, digit) + 1]++;
  for (uint32_t i = 0; i < DIGITS; i++) places[i + 1] += places[i];
  for (uint32_t i = 0; i < count; i++) to[places[digit_of(&from[i], order, digit)]++] = from[i];
}

static void write(int release) {
  /* Pages of some megabytes, at most. */
  enum { AHEAD = 16, WRITTEN_BETWEEN_RELEASES = 1 << 11 };
  const struct order order = order_of_pages();
  sort_by_digit(half_sorted, increments, &order, 0);
  sort_by_digit(increments, half_sorted, &order, 1);
  for (uint32_t i = 0, first = 0; i < count; i++) {
    if (i + AHEAD < count) __builtin_prefetch(&increments[i + AHEAD].pair->instances, 1);
    const struct increment *increment = &increments[i];
    /* Nothing of the page is read before it is written to: one fault, not two. */
    increment->pair->instances += increment->instances;
    increment->pair->bytes += increment->bytes;
    if (release && (i + 1 == count || i + 1 - first == WRITTEN_BETWEEN_RELEASES)) {
      hagstone_release_part_of_recording(increments[first].pair, increment->pair + 1);
      first = i + 1;
    }
  }
  count = 0;
}

void hagstone_increment_pair(uint32_t tool, struct hagstone_exact_pair *pair, uint32_t instances, uint32_t bytes,
                             int release) {
  hagstone_bytes_in_pairs[tool] += bytes;
  increments[count++] = (struct increment){pair, instances, bytes};
  if (count == MOST_INCREMENTS) write(release);
}

void hagstone_write_increments(int release) {
  if (count) write(release);
}

void hagstone_forget_increments(void) { count = 0; }
