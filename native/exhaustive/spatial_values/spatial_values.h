/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Spatial value locality (REDSPY 4.2): equal values in arrays and registers at the marks of the program, and in
 * registers where windows end. */
#ifndef HAGSTONE_EXHAUSTIVE_SPATIAL_VALUES_H
#define HAGSTONE_EXHAUSTIVE_SPATIAL_VALUES_H

#include "measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes part in every run: without marks and windows it does nothing. */
extern const struct hagstone_measurement hagstone_spatial_values;

#ifdef __cplusplus
}
#endif

#endif
