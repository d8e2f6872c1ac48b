/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Redundant register writes (metrics.md section 7; REDSPY 4.1 and 5): the measurement, as the engine sees it. */
#ifndef HAGSTONE_REGISTERS_H
#define HAGSTONE_REGISTERS_H

#include "../measurement.h"

extern const struct hagstone_measurement hagstone_registers;

#endif
