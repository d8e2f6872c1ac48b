/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HAGSTONE_EXHAUSTIVE_REDUNDANT_LOADS_H
#define HAGSTONE_EXHAUSTIVE_REDUNDANT_LOADS_H

#include "../measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Redundant loads (metrics.md section 2; LOADSPY 4A) as the engine measures them. */
extern const struct hagstone_measurement hagstone_redundant_loads;

#ifdef __cplusplus
}
#endif

#endif
