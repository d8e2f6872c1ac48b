/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * When which PMU of a thread takes its next sample: a binary heap by the count of accesses at which it is due, so that
 * any number of PMUs costs an access no more than one comparison. */
#ifndef HAGSTONE_VIRTUAL_SCHEDULE_H
#define HAGSTONE_VIRTUAL_SCHEDULE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hagstone_due_sample {
  uint64_t count;
  uint32_t unit; /* whose sample; the caller's number */
};

/* Zeroed: nothing is due, ever. */
struct hagstone_schedule {
  struct hagstone_due_sample *heap; /* room for as many as the caller adds, its memory */
  uint32_t length;
};

static inline uint64_t hagstone_schedule_next(const struct hagstone_schedule *schedule) {
  return schedule->length ? schedule->heap[0].count : UINT64_MAX;
}

void hagstone_schedule_add(struct hagstone_schedule *schedule, struct hagstone_due_sample due);
/* The first one that is due; of equal counts any. `length` > 0. */
struct hagstone_due_sample hagstone_schedule_take(struct hagstone_schedule *schedule);

#ifdef __cplusplus
}
#endif

#endif
