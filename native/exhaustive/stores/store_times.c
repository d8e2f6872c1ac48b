/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "store_times.h"

#include "../options.h"
#include "../scope/clock.h"

int hagstone_store_times_kept;

const char *hagstone_start_store_times(void) {
  hagstone_store_times_kept = hagstone_options.scope == HAGSTONE_SCOPE_ALWAYS;
  return hagstone_store_times_kept ? hagstone_reserve_shadow(HAGSTONE_SHADOW_STORE_TIMES, 8 * HAGSTONE_PROGRAM_END) : 0;
}

void hagstone_set_store_times(uint64_t address, uint64_t bytes) {
  if (!hagstone_store_times_kept) return;
  for (uint64_t i = 0; i < bytes; i++) *hagstone_store_time_at(address + i) = hagstone_clock;
}
