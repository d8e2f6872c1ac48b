/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "schedule.h"

void hagstone_schedule_add(struct hagstone_schedule *schedule, struct hagstone_due_sample due) {
  uint32_t place = schedule->length++;
  for (; place; place = (place - 1) / 2) {
    const struct hagstone_due_sample parent = schedule->heap[(place - 1) / 2];
    if (parent.count <= due.count) break;
    schedule->heap[place] = parent;
  }
  schedule->heap[place] = due;
}

struct hagstone_due_sample hagstone_schedule_take(struct hagstone_schedule *schedule) {
  const struct hagstone_due_sample first = schedule->heap[0], last = schedule->heap[--schedule->length];
  uint32_t place = 0;
  for (;;) {
    uint32_t child = 2 * place + 1;
    if (child >= schedule->length) break;
    if (child + 1 < schedule->length && schedule->heap[child + 1].count < schedule->heap[child].count) child++;
    if (schedule->heap[child].count >= last.count) break;
    schedule->heap[place] = schedule->heap[child];
    place = child;
  }
  schedule->heap[place] = last;
  return first;
}
