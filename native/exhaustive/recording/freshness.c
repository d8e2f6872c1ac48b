/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "exhaustive/recording/freshness.h"

enum { LATE = 200000000, PROGRAM_TO_REFRESH = 24, PROGRAM_TO_MOVING = 4 };

/* When the next one must begin to have ended before what the last one left out is so old. */
static uint64_t in_time(uint64_t begun, uint64_t ended, uint64_t age) {
  const uint64_t cost = ended - begun, reserved = cost + cost / 4 + LATE;
  return reserved < age ? begun + age - reserved : ended;
}

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

uint64_t hagstone_next_refresh(uint64_t begun, uint64_t ended, int moves) {
  const uint64_t cost = ended - begun, last = in_time(begun, ended, HAGSTONE_OLDEST_COUNTS);
  uint64_t cheap = ended + (moves ? PROGRAM_TO_MOVING : PROGRAM_TO_REFRESH) * cost;
  if (cheap > last) cheap = last;
  return later(later(in_time(begun, ended, HAGSTONE_USUAL_AGE), cheap), ended + cost);
}
