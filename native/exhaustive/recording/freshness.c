/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "exhaustive/recording/freshness.h"

enum { LATE = 200000000 };

uint64_t hagstone_next_refresh(uint64_t begun, uint64_t ended) {
  const uint64_t cost = ended - begun, reserved = cost + cost / 4 + LATE, program = ended + cost;
  const uint64_t in_time = reserved < HAGSTONE_OLDEST_COUNTS ? begun + HAGSTONE_OLDEST_COUNTS - reserved : ended;
  return in_time > program ? in_time : program;
}

static uint64_t at_most(uint64_t time) {
  return time < HAGSTONE_MOST_TIME_LEFT_FOR_WAITS ? time : HAGSTONE_MOST_TIME_LEFT_FOR_WAITS;
}

int hagstone_may_refresh_before_wait(struct hagstone_waits *waits, uint64_t now) {
  waits->left = at_most(waits->left + (now - waits->latest) / HAGSTONE_TIME_PER_REFRESH_BEFORE_WAIT);
  waits->latest = now;
  return waits->left >= at_most(waits->cost);
}

void hagstone_refreshed_before_wait(struct hagstone_waits *waits, uint64_t cost) {
  waits->left -= cost < waits->left ? cost : waits->left;
  waits->cost = cost;
}
