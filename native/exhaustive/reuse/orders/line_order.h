/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The cache lines of one thread (or process) in the order of their last access, and from it the exact time and stack
 * distance of each access: as access_order.h, for one granularity of which programs touch few enough that each may know
 * the last access to it by itself. The lines accessed last of all are kept in front of these, by recent_lines.h.
 *
 * The method: a line that leaves the front gets the next slot, so slots are in order of time. One bit says of each slot
 * whether that is still its line's last access, and the bits behind a slot are the distinct lines accessed since: they
 * are counted in the slot's own block, and by a tree of partial sums over whole blocks (slot_counts.h). An order of a
 * hundred thousand lines then stays in a processor's nearest caches. When no slot is left, the lines move together. */
#ifndef HAGSTONE_EXHAUSTIVE_LINE_ORDER_H
#define HAGSTONE_EXHAUSTIVE_LINE_ORDER_H

#include <stdint.h>

#include "kept_sums.h"
#include "line_table.h"
#include "slot_counts.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_SLOT_BLOCK = 128 /* slots, their bits in two words */ };

struct hagstone_line_order {
  uint64_t *bits;            /* of the slots that hold a line */
  uint32_t *lines;           /* of each slot */
  uint32_t slot_count;       /* given out, from 0 */
  uint32_t capacity;         /* whole blocks */
  uint32_t in_last_block;    /* slots that hold a line, of the block where the next slot is given */
  uint32_t live;             /* slots that hold a line */
  struct hagstone_slot_counts blocks; /* slots that hold a line, of all blocks before that one */
  struct hagstone_kept_sums kept;     /* of these */
  struct hagstone_line_table table;
};

/* Returns 0 when there is no memory. */
int hagstone_make_line_order(struct hagstone_line_order *order);
void hagstone_free_line_order(struct hagstone_line_order *order);
/* Forgets all accesses. */
void hagstone_clear_line_order(struct hagstone_line_order *order);

/* Puts a line that has no slot behind all others but those in front. Without memory it is forgotten, and counted as
 * dropped_pairs_full. */
void hagstone_order_line(struct hagstone_line_order *order, uint64_t line, uint64_t time, hagstone_sized_place place);

/* The same for all lines of one access, from `first` up to but not including `end`: none of them is between others. */
void hagstone_order_lines_at_once(struct hagstone_line_order *order, uint64_t first, uint64_t end, uint64_t time,
                                  hagstone_sized_place place);

/* The next accesses of these lines are first ones. They stay in the order: they were accessed in between. */
void hagstone_end_lines(struct hagstone_line_order *order, uint64_t first, uint64_t end);

/* Prefetches the order's data of a line, for callers that ask for several; returns its address, or null
 * where it is all zeros. */
static inline struct hagstone_line_access *hagstone_expect_line(const struct hagstone_line_order *order, uint32_t line) {
  struct hagstone_line_access *const access = hagstone_line_access_of(&order->table, line);
  if (access) __builtin_prefetch(access, 1);
  return access;
}

/* The previous access to a line, seen from a later one. */
struct hagstone_line_reuse {
  uint64_t time;  /* distance, at least 1; 0: the first access, and the following have no meaning */
  uint64_t stack; /* distance */
  hagstone_sized_place watch;
};

/* The reuse by access number `time` to a line that is not in front. `in_front`: number of lines there. */
struct hagstone_line_reuse hagstone_reuse_of_line(struct hagstone_line_order *order, uint64_t line, uint64_t time,
                                                  uint64_t in_front);

/* The same; and takes the line out of the order, if it is there. */
struct hagstone_line_reuse hagstone_take_line(struct hagstone_line_order *order, uint64_t line, uint64_t time,
                                              uint64_t in_front);

/* hagstone_take_line and hagstone_order_line, where it is known where the line's last access stands; null: it is all zeros. */
struct hagstone_line_reuse hagstone_take_known_line(struct hagstone_line_order *order, struct hagstone_line_access *access,
                                                    uint64_t time, uint64_t in_front);
void hagstone_order_known_line(struct hagstone_line_order *order, uint64_t line, struct hagstone_line_access *access,
                               uint64_t time, hagstone_sized_place place);

#ifdef __cplusplus
}
#endif

#endif
