/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HAGSTONE_EXHAUSTIVE_SPATIAL_LOADS_H
#define HAGSTONE_EXHAUSTIVE_SPATIAL_LOADS_H

#include "../measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Spatial load redundancy (metrics.md section 6; LOADSPY 4B): a load from a data object of the value that this thread's
 * load before it from the same object gave, as a whole: as many bytes, each element (approximately) the same. */
extern const struct hagstone_measurement hagstone_spatial_loads;

#ifdef __cplusplus
}
#endif

#endif
