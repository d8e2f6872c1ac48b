/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Value profiles (metrics.md section 8): the most frequent values of every load, store, register-writing instruction,
 * procedure parameter, and operand of divisions, square roots and multiplications. By static instruction, all threads
 * and contexts together. Values wider than 8 bytes are profiled by 8-byte element. State saves (more than 32 bytes),
 * and loads and stores of system calls, are left out. */
#ifndef HAGSTONE_VALUES_H
#define HAGSTONE_VALUES_H

#include "../measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct hagstone_measurement hagstone_values;

#ifdef __cplusplus
}
#endif

#endif
