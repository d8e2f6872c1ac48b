/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "windows.h"

#include "exhaustive/translation/code_versions.h"
#include "common/raw_format.h"
#include "exhaustive/engine_state.h"
#include "exhaustive/measurements.h"
#include "exhaustive/options.h"
#include "exhaustive/contexts/shadow_stack/shadow_stack.h"

static uint64_t granted[2]; /* instructions of the phases begun so far: [0] outside of windows, [1] inside */
static uint64_t windows;
static uint64_t inside; /* of a window, or there are none */
static int over_before; /* the code that runs */
static int measured = 1; /* some code, since counts were written into the recording */

static void begin_phase(uint64_t measuring) {
  const uint64_t length = measuring ? hagstone_options.window_on : hagstone_options.window_off;
  inside = measuring;
  hagstone_engine.remaining += (int64_t)length;
  granted[measuring] += length;
  windows += measuring;
}

/* Applies the new values of `inside` and `collecting`. */
static void measure(void) {
  const uint64_t measuring = inside && hagstone_engine.collecting;
  if (measuring == hagstone_engine.measuring) return;
  if (!measuring) hagstone_announce_window(0);
  hagstone_engine.measuring = measuring;
  hagstone_change_version();
  if (!measuring) return;
  measured = 1;
  hagstone_engine.context = hagstone_running_context();
  hagstone_announce_window(1);
}

void hagstone_start_windows(void) {
  inside = 1;
  if (hagstone_options.window_on) begin_phase(1);
  hagstone_engine.collecting = 1;
  hagstone_engine.measuring = 1;
}

static int is_over(void) { return hagstone_options.window_on && hagstone_engine.remaining <= 0; }

void hagstone_code_starts(void) { over_before = is_over(); }

/* The code that used up the window may be about to be linked to code of the same version. */
void hagstone_code_stops(void) {
  if (!over_before || !is_over()) return;
  begin_phase(!inside);
  measure();
}

int hagstone_counts_may_have_changed(void) { return measured; }

void hagstone_counts_are_recorded(void) { measured = (int)hagstone_engine.measuring; }

void hagstone_set_collecting(int collecting) {
  if (!collecting && hagstone_engine.collecting) ++*hagstone_statistic(HAGSTONE_STATISTIC_collection_stops);
  hagstone_engine.collecting = collecting != 0;
  measure();
}

void hagstone_forget_windows(void) {
  /* The current phase continues: the rest of it was all that was granted. */
  granted[inside] = (uint64_t)hagstone_engine.remaining;
  granted[!inside] = 0;
  windows = inside;
}

void hagstone_sum_up_windows(void) {
  if (!hagstone_options.window_on) {
    *hagstone_statistic(HAGSTONE_STATISTIC_instructions) = *hagstone_statistic(HAGSTONE_STATISTIC_instructions_measured);
    return;
  }
  *hagstone_statistic(HAGSTONE_STATISTIC_instructions) = granted[0] + granted[1] - (uint64_t)hagstone_engine.remaining;
  *hagstone_statistic(HAGSTONE_STATISTIC_windows) = windows;
}
