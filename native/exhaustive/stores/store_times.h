/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * When each byte was stored last, for the scope of store pairs (metrics.md section 5). Kept with --scope=always only:
 * every store costs a call then. */
#ifndef HAGSTONE_EXHAUSTIVE_STORE_TIMES_H
#define HAGSTONE_EXHAUSTIVE_STORE_TIMES_H

#include <stdint.h>

#include "../shadow.h"

#ifdef __cplusplus
extern "C" {
#endif

extern int hagstone_store_times_kept;

/* Reserves the shadow if the options ask for times. Returns 0, or why not (one sentence with the remedy). */
const char *hagstone_start_store_times(void);

/* On hagstone_clock; means something where the byte has been stored. */
static inline uint64_t *hagstone_store_time_at(uint64_t address) {
  return (uint64_t *)(HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_STORE_TIMES) + 8 * (address & HAGSTONE_PROGRAM_MASK));
}

/* The bytes were stored now. Does nothing where no times are kept. */
void hagstone_set_store_times(uint64_t address, uint64_t bytes);

#ifdef __cplusplus
}
#endif

#endif
