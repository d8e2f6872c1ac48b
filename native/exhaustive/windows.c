/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "windows.h"

#include "common/raw_format.h"
#include "engine_state.h"
#include "measurements.h"
#include "options.h"

static uint64_t granted[2]; /* instructions of the phases begun so far: [0] outside of windows, [1] inside */
static uint64_t windows;

static void begin_phase(uint64_t measuring) {
  const uint64_t length = measuring ? hagstone_options.window_on : hagstone_options.window_off;
  hagstone_engine.measuring = measuring;
  hagstone_engine.remaining += (int64_t)length;
  granted[measuring] += length;
  windows += measuring;
}

void hagstone_start_windows(void) {
  if (hagstone_options.window_on)
    begin_phase(1);
  else
    hagstone_engine.measuring = 1;
}

void hagstone_turn_window(void) {
  const uint64_t measuring = !hagstone_engine.measuring;
  if (!measuring) hagstone_announce_window(0);
  begin_phase(measuring);
  if (measuring) hagstone_announce_window(1);
}

void hagstone_sum_up_windows(void) {
  if (!hagstone_options.window_on) {
    *hagstone_statistic(HAGSTONE_STATISTIC_instructions) = *hagstone_statistic(HAGSTONE_STATISTIC_instructions_measured);
    return;
  }
  *hagstone_statistic(HAGSTONE_STATISTIC_instructions) =
      granted[0] + granted[1] - (uint64_t)hagstone_engine.remaining;
  *hagstone_statistic(HAGSTONE_STATISTIC_windows) = windows;
}
