/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "exhaustive/recording/freshness.h"

enum { LATE = 200000000 };

uint64_t hagstone_next_refresh(uint64_t begun, uint64_t ended) {
  const uint64_t cost = ended - begun, reserved = cost + cost / 4 + LATE, program = ended + cost;
  const uint64_t in_time = reserved < HAGSTONE_OLDEST_COUNTS ? begun + HAGSTONE_OLDEST_COUNTS - reserved : ended;
  return in_time > program ? in_time : program;
}
