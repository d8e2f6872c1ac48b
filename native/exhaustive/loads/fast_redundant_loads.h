/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Redundant loads of single-threaded programs, over the shadow of load_shadow.h. Translated code itself counts
 * repetitions of the latest pair of its place (load_code.c), and calls the functions here for the rest. With the
 * second thread everything moves to the generic measurement, which supports threads. */
#ifndef HAGSTONE_EXHAUSTIVE_FAST_REDUNDANT_LOADS_H
#define HAGSTONE_EXHAUSTIVE_FAST_REDUNDANT_LOADS_H

#include <stdint.h>

#include "../measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A load by the place numbered `trap` (only the low half counts) that may repeat another pair than the latest one of its
 * place, or whose bytes have several earlier loads or lack one. `repeated`: 1 if it has been counted for the latest one, which
 * is taken back, else 0; where the element is bytes that tells whether it repeats what is known where such loads look. The
 * shadow is left to the caller, but that of a load which is not aligned is kept here, and granules are split for short loads
 * and joined for others. Called when memory at `address` is what was loaded. */
void hagstone_inline_load(const struct hagstone_site *site, uint64_t address, uint64_t trap, uint64_t repeated);

/* A load of any length; counts it and keeps the shadow. */
void hagstone_load(const struct hagstone_site *site, uint64_t address, uint64_t bytes, uint64_t context);

extern const struct hagstone_measurement hagstone_fast_redundant_loads;

#ifdef __cplusplus
}
#endif

#endif
