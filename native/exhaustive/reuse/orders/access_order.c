/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "access_order.h"

#include "common/raw_format.h"
#include "exhaustive/measurement.h"

enum { FIRST_CAPACITY = 1 << 16 };
/* In a granule's number: its memory has ended since its last access. Slots are below. */
#define ENDED 0x80000000u

static uint32_t number_of_slot(uint32_t slot) { return slot + 1; }
static uint32_t slot_of_number(uint32_t number) { return (number & ~ENDED) - 1; }

static uint64_t end_of(const struct hagstone_extent_access *extent) { return extent->first + extent->granules; }

static uint64_t bytes_of_slots(uint32_t capacity) { return (uint64_t)capacity * sizeof(struct hagstone_extent_access); }

static int make_slots(struct hagstone_access_order *order, uint32_t capacity) {
  order->slots = hagstone_memory(bytes_of_slots(capacity));
  if (!order->slots) return 0;
  if (!hagstone_make_slot_counts(&order->counts, capacity)) {
    hagstone_give_back(order->slots, bytes_of_slots(capacity));
    return 0;
  }
  order->capacity = capacity;
  order->slot_count = 0;
  return 1;
}

static void free_slots(struct hagstone_access_order *order) {
  hagstone_free_slot_counts(&order->counts);
  hagstone_give_back(order->slots, bytes_of_slots(order->capacity));
}

static void empty_window(struct hagstone_access_order *order) {
  order->recent = order->window + HAGSTONE_RECENT_WINDOW;
  order->recent_count = order->recent_wide = 0;
}

int hagstone_make_access_order(struct hagstone_access_order *order, uint32_t granularity_bits) {
  empty_window(order);
  if (!hagstone_make_granule_slots(&order->granules, granularity_bits)) return 0;
  if (make_slots(order, FIRST_CAPACITY)) return 1;
  hagstone_free_granule_slots(&order->granules);
  return 0;
}

void hagstone_free_access_order(struct hagstone_access_order *order) {
  free_slots(order);
  hagstone_free_granule_slots(&order->granules);
}

static void clear_slot_counts(struct hagstone_access_order *order) {
  for (uint32_t slot = 0; slot < order->slot_count; slot++) {
    const uint32_t left = order->counts.levels[0][slot];
    if (left) hagstone_add_slot_count(&order->counts, slot, -left);
  }
}

void hagstone_clear_access_order(struct hagstone_access_order *order) {
  hagstone_clear_granule_slots(&order->granules);
  clear_slot_counts(order);
  order->slot_count = 0;
  empty_window(order);
}

static uint32_t number_of(const struct hagstone_access_order *order, uint64_t granule) {
  const uint32_t *const number = hagstone_granule_slot(&order->granules, granule);
  return number ? *number : 0;
}

/* Trims the ends of the extent that have been accessed since, so that extents do not keep a length that only
 * costs time here. At least one granule is left. */
static struct hagstone_extent_access shrunk(const struct hagstone_access_order *order, uint32_t slot) {
  struct hagstone_extent_access extent = order->slots[slot];
  const uint32_t number = number_of_slot(slot);
  for (; (number_of(order, extent.first) & ~ENDED) != number; extent.first++) extent.granules--;
  while ((number_of(order, end_of(&extent) - 1) & ~ENDED) != number) extent.granules--;
  return extent;
}

static void renumber(struct hagstone_access_order *order, const struct hagstone_extent_access *extent, uint32_t from,
                     uint32_t to) {
  for (uint64_t granule = extent->first; granule < end_of(extent); granule++) {
    uint32_t *const number = hagstone_granule_slot(&order->granules, granule);
    if (number && (*number & ~ENDED) == from) *number = (*number & ENDED) | to;
  }
}

static uint32_t slots_that_count(const struct hagstone_access_order *order) {
  uint32_t live = 0;
  for (uint32_t slot = 0; slot < order->slot_count; slot++) live += order->counts.levels[0][slot] != 0;
  return live;
}

/* Moves the slots of `old` that still count something together, into those of `order`; these may be the same. */
static void move_together(struct hagstone_access_order *old, struct hagstone_access_order *order) {
  const uint32_t slot_count = old->slot_count;
  uint32_t moved = 0;
  for (uint32_t slot = 0; slot < slot_count; slot++) {
    const uint32_t left = old->counts.levels[0][slot];
    if (!left) continue;
    order->slots[moved] = shrunk(old, slot);
    /* Numbers only become smaller, and those below are of slots that were moved before: none is met twice. */
    renumber(order, &order->slots[moved], number_of_slot(slot), number_of_slot(moved));
    hagstone_add_slot_count(&old->counts, slot, -left);
    hagstone_add_slot_count(&order->counts, moved++, left);
  }
  order->slot_count = moved;
}

/* Makes room for at least twice as many slots as there are that count something. Returns 0 when there is no memory. */
static int make_room(struct hagstone_access_order *order) {
  const uint32_t live = slots_that_count(order);
  if (live >= ENDED / 4) return 0;
  if (3 * live <= order->capacity) {
    move_together(order, order);
    return 1;
  }
  struct hagstone_access_order old = *order;
  if (!make_slots(order, 4 * live)) {
    *order = old;
    return 0;
  }
  move_together(&old, order);
  free_slots(&old);
  return 1;
}

/* Gives the next slot to an extent that leaves the list: it is later than all that have one. */
static void order_last(struct hagstone_access_order *order, const struct hagstone_extent_access *extent) {
  uint32_t given = 0;
  if (order->slot_count < order->capacity || make_room(order)) {
    const uint32_t slot = order->slot_count++;
    order->slots[slot] = *extent;
    for (uint64_t granule = extent->first; granule < end_of(extent); granule++) {
      uint32_t *const number = hagstone_make_granule_slot(&order->granules, granule);
      if (!number) continue;
      *number = number_of_slot(slot);
      given++;
    }
    hagstone_add_slot_count(&order->counts, slot, given);
  }
  if (given < extent->granules) ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
}

static void retire_list(struct hagstone_access_order *order) {
  while (order->recent_count > 0) order_last(order, &order->recent[--order->recent_count]);
  empty_window(order);
}

static int list_overlaps(const struct hagstone_access_order *order, uint64_t first, uint64_t end) {
  for (uint32_t i = 0; i < order->recent_count; i++)
    if (order->recent[i].first < end && first < end_of(&order->recent[i])) return 1;
  return 0;
}

/* An access that falls out of the list gets the next slot. */
static void put_in_front(struct hagstone_access_order *order, const struct hagstone_extent_access *access) {
  if (order->recent_count == HAGSTONE_RECENT_EXTENTS) {
    const struct hagstone_extent_access *const last = &order->recent[--order->recent_count];
    order->recent_wide -= last->granules > 1;
    order_last(order, last);
  }
  if (order->recent == order->window) {
    order->recent = order->window + HAGSTONE_RECENT_WINDOW - order->recent_count;
    for (uint32_t i = 0; i < order->recent_count; i++) order->recent[i] = order->window[i];
  }
  order->recent--;
  order->recent_count++;
  order->recent[0] = *access;
  order->recent_wide += access->granules > 1;
}

static uint64_t granules_in_list(const struct hagstone_access_order *order) {
  if (order->recent_wide == 0) return order->recent_count;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < order->recent_count; i++) sum += order->recent[i].granules;
  return sum;
}

/* Granules from `first` on that have one number. */
static uint32_t length_of_run(const struct hagstone_access_order *order, uint64_t first, uint64_t end, uint32_t number) {
  uint64_t granule = first + 1;
  while (granule < end && number_of(order, granule) == number) granule++;
  return (uint32_t)(granule - first);
}

/* `number` is that of all of `reuse`'s granules, none of which is in the list. */
static void find_distances(const struct hagstone_access_order *order, uint64_t now, uint32_t number, uint64_t in_list,
                           struct hagstone_extent_reuse *reuse) {
  reuse->time = reuse->stack = reuse->watch = 0;
  if (number == 0 || number & ENDED) return;
  const struct hagstone_extent_access *const earlier = &order->slots[slot_of_number(number)];
  reuse->time = now - earlier->time;
  reuse->stack = in_list + hagstone_slot_counts_after(&order->counts, slot_of_number(number), order->slot_count - 1);
  reuse->watch = earlier->place;
}

/* None of the access's granules is in the list. */
static void tell_reuses(const struct hagstone_access_order *order, const struct hagstone_extent_access *access,
                        hagstone_reuse_listener *tell, void *listener) {
  const uint64_t in_list = granules_in_list(order);
  for (uint64_t granule = access->first; granule < end_of(access);) {
    const uint32_t number = number_of(order, granule);
    struct hagstone_extent_reuse reuse = {.first = granule,
                                          .granules = length_of_run(order, granule, end_of(access), number)};
    find_distances(order, access->time, number, in_list, &reuse);
    tell(listener, &reuse);
    granule += reuse.granules;
  }
}

static void take_out(struct hagstone_access_order *order, const struct hagstone_extent_access *access) {
  for (uint64_t granule = access->first; granule < end_of(access);) {
    const uint32_t number = number_of(order, granule), length = length_of_run(order, granule, end_of(access), number);
    if (number) {
      hagstone_add_slot_count(&order->counts, slot_of_number(number), -length);
      for (uint32_t i = 0; i < length; i++) *hagstone_granule_slot(&order->granules, granule + i) = 0;
    }
    granule += length;
  }
}

/* An access to exactly one of the extents in the list. Returns 0 if it is to none; then nothing is done. */
static int take_recent(struct hagstone_access_order *order, const struct hagstone_extent_access *access,
                       hagstone_reuse_listener *tell, void *listener) {
  uint64_t between = 0;
  for (uint32_t i = 0; i < order->recent_count; between += order->recent[i++].granules) {
    const struct hagstone_extent_access found = order->recent[i];
    if (found.first != access->first || found.granules != access->granules) continue;
    for (; i > 0; i--) order->recent[i] = order->recent[i - 1];
    order->recent[0] = *access;
    const struct hagstone_extent_reuse reuse = {.first = access->first,
                                                .granules = access->granules,
                                                .time = access->time - found.time,
                                                .stack = between,
                                                .watch = found.place};
    tell(listener, &reuse);
    return 1;
  }
  return 0;
}

void hagstone_order_access(struct hagstone_access_order *order, const struct hagstone_extent_access *access,
                           hagstone_reuse_listener *tell, void *listener) {
  if (take_recent(order, access, tell, listener)) return;
  if (list_overlaps(order, access->first, end_of(access))) retire_list(order);
  tell_reuses(order, access, tell, listener);
  take_out(order, access);
  put_in_front(order, access);
}

void hagstone_order_older_granule(struct hagstone_access_order *order, uint64_t granule, uint64_t time,
                                  hagstone_place place, struct hagstone_extent_reuse *reuse) {
  uint32_t *const number = hagstone_granule_slot(&order->granules, granule);
  find_distances(order, time, number ? *number : 0, order->recent_count, reuse);
  if (number && *number) {
    hagstone_add_slot_count(&order->counts, slot_of_number(*number), -1u);
    *number = 0;
  }
  const struct hagstone_extent_access access = {granule, time, place, 1, 0};
  put_in_front(order, &access);
}

void hagstone_end_granules(struct hagstone_access_order *order, uint64_t first, uint64_t end) {
  if (list_overlaps(order, first, end)) retire_list(order);
  hagstone_mark_granule_slots(&order->granules, first, end, ENDED);
}
