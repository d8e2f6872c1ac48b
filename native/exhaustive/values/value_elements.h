/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Values by element of 8 bytes, and the streams of those that loads and stores have. */
#ifndef HAGSTONE_VALUE_ELEMENTS_H
#define HAGSTONE_VALUE_ELEMENTS_H

#include "exhaustive/measurement.h"
#include "exhaustive/values/profile/value_streams.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_VALUE_ELEMENT_BYTES = 8 };

/* 8-byte elements of a value of this many bytes: 1 to 4; 0: it is not profiled. */
uint32_t hagstone_value_elements(uint32_t bytes);
/* Bytes of an element: 8, or the rest in the last one. */
uint32_t hagstone_value_element_bytes(uint32_t bytes, uint32_t number);

/* The stream of one element of the value that a site loads or stores. Null: not wanted, or no memory. */
struct hagstone_value_stream *hagstone_access_values(const struct hagstone_site *site, uint32_t element_number);

#ifdef __cplusplus
}
#endif

#endif
