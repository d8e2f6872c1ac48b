/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Redundant loads (metrics.md section 2; LOADSPY 4A), every access through a call: simple and slow, the reference
 * for the fast version. */
#ifndef HAGSTONE_EXHAUSTIVE_GENERIC_REDUNDANT_LOADS_H
#define HAGSTONE_EXHAUSTIVE_GENERIC_REDUNDANT_LOADS_H

#include "../measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct hagstone_measurement hagstone_generic_redundant_loads;

#ifdef __cplusplus
}
#endif

#endif
