/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Value profiles (metrics.md section 8): the most frequent values of every load, store, register-writing instruction,
 * procedure parameter, and operand of divisions, square roots and multiplications. By static instruction, all threads
 * and contexts together. Values wider than 8 bytes are profiled by 8-byte element. State saves (more than 32 bytes),
 * and what system calls load and store, are left out. */
#ifndef HAGSTONE_VALUES_H
#define HAGSTONE_VALUES_H

#include "../measurement.h"
#include "exhaustive/values/profile/value_streams.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct hagstone_measurement hagstone_values;

/* 8-byte elements of a value of this many bytes: 1 to 4; 0: it is not profiled. */
uint32_t hagstone_value_elements(uint32_t bytes);
/* Bytes of an element: 8, or what the last one has left over. */
uint32_t hagstone_value_element_bytes(uint32_t bytes, uint32_t number);

/* The stream of one element of what a site loads or stores. Null: not wanted, or no memory. */
struct hagstone_value_stream *hagstone_access_values(const struct hagstone_site *site, uint32_t element_number);

#ifdef __cplusplus
}
#endif

#endif
