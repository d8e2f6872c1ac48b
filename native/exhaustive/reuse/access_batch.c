/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "access_batch.h"

#include <emmintrin.h>

#include "access_reuse.h"
#include "line_reuse.h"
#include "exhaustive/reuse/orders/thread_orders.h"

/* Stays in the processor's first cache. */
enum { BATCH_BYTES = 32 << 10 };

/* The longest entry may begin at the limit. Whole vectors, as it is wiped. */
enum {
  MOST_BATCH_BYTES = BATCH_BYTES + sizeof(struct hagstone_batch_entry) + HAGSTONE_MOST_BATCH_ACCESSES * sizeof(uint64_t)
};
static __m128i batch[(MOST_BATCH_BYTES + sizeof(__m128i) - 1) / sizeof(__m128i)];
static char *const start = (char *)batch;
char *const hagstone_batch_limit = (char *)batch + BATCH_BYTES;
struct hagstone_access_batch hagstone_access_batch = {(char *)batch, (char *)batch};

static struct hagstone_batch_entry *entry_at(char *place) { return (struct hagstone_batch_entry *)(void *)place; }

static char *after(char *place) { return place + hagstone_batch_entry_bytes(entry_at(place)->block->count); }

/* Entries from `place` on that repeat the lines of the one there, in a row. */
static uint64_t repetitions_of(char *place) {
  const struct hagstone_batch_entry *const entry = entry_at(place);
  uint64_t times = 0;
  for (char *next = after(place); next < hagstone_access_batch.end; next = after(next), times++) {
    const struct hagstone_batch_entry *const other = entry_at(next);
    if (other->block != entry->block || other->where != entry->where || !hagstone_repeats_lines(entry, other)) break;
  }
  return times;
}

/* Measures the entry there where lines are all that is measured, and those that repeat it; returns the last of them. */
static char *measure_lines(struct hagstone_thread_orders *orders, char *place) {
  struct hagstone_batch_entry *const entry = entry_at(place);
  const uint64_t times = hagstone_measure_lines_of_entry(orders, entry) ? repetitions_of(place) : 0;
  if (times == 0) return place;
  hagstone_measure_repeated_lines(orders, entry, times);
  return place + times * hagstone_batch_entry_bytes(entry->block->count);
}

/* Measures all entries; returns the last one. */
static char *measure_entries(void) {
  char *last = hagstone_access_batch.first_entry;
  uint32_t thread = 0;
  struct hagstone_thread_orders *orders = 0;
  for (char *place = last; place < hagstone_access_batch.end; place = after(last)) {
    struct hagstone_batch_entry *const entry = entry_at(place);
    if (!orders || thread != entry->where >> 32) {
      if (orders) hagstone_settle_lines(orders);
      thread = (uint32_t)(entry->where >> 32);
      orders = hagstone_orders_measured_with(thread);
    }
    last = place;
    if (orders && orders->lines_alone)
      last = measure_lines(orders, place);
    else if (orders)
      hagstone_measure_entry(orders, entry);
  }
  if (orders) hagstone_settle_lines(orders);
  return last;
}

/* The place of an entry's head may become the place of a later entry's address. */
static void wipe(void) {
  for (__m128i *at = batch; (char *)at < hagstone_access_batch.end; at++) _mm_store_si128(at, _mm_setzero_si128());
  hagstone_access_batch.end = hagstone_access_batch.first_entry = start;
}

void hagstone_measure_batch(void) {
  measure_entries();
  wipe();
}

void hagstone_measure_batch_so_far(void) {
  if (hagstone_access_batch.first_entry == hagstone_access_batch.end) return;
  hagstone_access_batch.first_entry = measure_entries();
  struct hagstone_batch_entry *const last = entry_at(hagstone_access_batch.first_entry);
  for (uint32_t i = 0; i < last->block->count; i++) last->addresses[i] = 0;
}

void hagstone_forget_batch(void) { wipe(); }
