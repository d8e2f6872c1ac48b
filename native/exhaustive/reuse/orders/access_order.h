/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The bytes or words of one thread (or process) in the order of their last access, and from it the exact time and stack
 * distance of each access (RDX section V; metrics.md section 4). Cache lines: line_order.h.
 *
 * The method: each access is one extent of granules. The few latest extents stand in a list, the latest in front; an
 * access to one of them again moves it there, and the number before it is its stack distance. An extent that falls out
 * at the end of the list gets the next slot, so slots are in order of time too; a granule knows its slot, and the granules
 * in later slots are counted by a tree of partial sums (slot_counts.h), in O(log M) for M locations. Slots are given out
 * once; when none is left, those that still hold the last access of some granule move together (at most a third of them), so
 * that memory is linear in M.
 *
 * The granules of one access are accessed at once: none of them is between two others. Distances of an access count
 * earlier accesses, so 0 distinct locations lie between an access and an immediate reuse of all or part of it. */
#ifndef HAGSTONE_EXHAUSTIVE_ACCESS_ORDER_H
#define HAGSTONE_EXHAUSTIVE_ACCESS_ORDER_H

#include <stdint.h>

#include "exhaustive/pairs/pairs.h"
#include "granule_slots.h"
#include "slot_counts.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  HAGSTONE_RECENT_EXTENTS = 8,
  /* The list grows towards lower addresses in a window, so that a new extent in front moves no others. */
  HAGSTONE_RECENT_WINDOW = 64
};

/* Granules that were accessed together by the access number `time`, made at `place`. */
struct hagstone_extent_access {
  uint64_t first; /* granule */
  uint64_t time;
  hagstone_place place;
  uint32_t granules;
  uint32_t reserved;
};

struct hagstone_access_order {
  struct hagstone_extent_access *recent; /* within the window */
  uint32_t recent_count;
  uint32_t recent_wide; /* of them more than one granule long */
  uint32_t slot_count;  /* in use, from 0 */
  uint32_t capacity;
  struct hagstone_extent_access *slots;
  struct hagstone_slot_counts counts;
  struct hagstone_granule_slots granules; /* slot + 1 of the last access, 0: never, or in the list */
  struct hagstone_extent_access window[HAGSTONE_RECENT_WINDOW];
};

/* Granules of one access that were last accessed together. */
struct hagstone_extent_reuse {
  uint64_t first; /* granule */
  uint32_t granules;
  uint32_t reserved;
  uint64_t time;  /* distance, at least 1; 0: first accesses, and the following have no meaning */
  uint64_t stack; /* distance */
  hagstone_place watch;
};

/* Told of each part of an access; the parts are in order of address. */
typedef void hagstone_reuse_listener(void *listener, const struct hagstone_extent_reuse *reuse);

/* `granularity_bits`: 0 or 3. Returns 0 when there is no memory. */
int hagstone_make_access_order(struct hagstone_access_order *order, uint32_t granularity_bits);
void hagstone_free_access_order(struct hagstone_access_order *order);
/* Forgets all accesses. */
void hagstone_clear_access_order(struct hagstone_access_order *order);

/* The next access of these granules are first ones. They stay in the order: they were accessed in between. */
void hagstone_end_granules(struct hagstone_access_order *order, uint64_t first, uint64_t end);

/* An access of one granule or several; `time` grows by each. Without memory, extents that leave the list are forgotten and
 * counted as dropped_pairs_full. */
void hagstone_order_access(struct hagstone_access_order *order, const struct hagstone_extent_access *access,
                           hagstone_reuse_listener *tell, void *listener);

/* Whether the following two may be used: they take all extents in the list for single granules. */
static inline int hagstone_orders_single_granules(const struct hagstone_access_order *order) {
  return order->recent_wide == 0;
}

/* Like hagstone_order_access, for an access to one granule that is not in the list. Sets time, stack, and
 * watch of `reuse`: to 0 for the first access. */
void hagstone_order_older_granule(struct hagstone_access_order *order, uint64_t granule, uint64_t time,
                                  hagstone_place place, struct hagstone_extent_reuse *reuse);

/* The same for a granule that is in the list; returns 0 if it is not, and does nothing. */
static inline int hagstone_order_recent_granule(struct hagstone_access_order *order, uint64_t granule, uint64_t time,
                                                hagstone_place place, struct hagstone_extent_reuse *reuse) {
  struct hagstone_extent_access *const recent = order->recent;
  const uint32_t count = order->recent_count;
  uint32_t at = 0;
  while (at < count && recent[at].first != granule) at++;
  if (at == count) return 0;
  reuse->time = time - recent[at].time;
  reuse->stack = at;
  reuse->watch = recent[at].place;
  for (uint32_t i = 0; i < at; i++) {
    const struct hagstone_extent_access here = recent[i];
    recent[i].first = granule;
    recent[i].time = time;
    recent[i].place = place;
    granule = here.first;
    time = here.time;
    place = here.place;
  }
  recent[at].first = granule;
  recent[at].time = time;
  recent[at].place = place;
  return 1;
}

#ifdef __cplusplus
}
#endif

#endif
