/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The last load of each byte of a program of one thread: the number of its place (place_numbers.h, four bytes for each
 * byte), the value that it loaded (one byte for each byte), and where scopes are wanted its time (four bytes). Linear,
 * so that translated code reaches it by an addition; it writes all three behind each load. */
#ifndef HAGSTONE_EXHAUSTIVE_LOAD_SHADOW_H
#define HAGSTONE_EXHAUSTIVE_LOAD_SHADOW_H

#include <stdint.h>

#include "../pairs.h"
#include "../shadow.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HAGSTONE_LOAD_NUMBERS HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LOADS)
#define HAGSTONE_LOAD_TIMES HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LOADS_BY_BYTE)
#define HAGSTONE_LOADED_VALUES HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LOAD_VALUES)

/* Returns 0, or why there can be no such shadow. */
const char *hagstone_start_load_shadow(void);

/* For an address below HAGSTONE_PROGRAM_END. Number 0: not loaded. */
static inline uint32_t *hagstone_load_numbers(uint64_t address) {
  return (uint32_t *)(uintptr_t)(HAGSTONE_LOAD_NUMBERS + 4 * address);
}
static inline uint8_t *hagstone_loaded_values(uint64_t address) {
  return (uint8_t *)(uintptr_t)(HAGSTONE_LOADED_VALUES + address);
}

/* Times are the low halves of hagstone_clock; a load is less than 2^32 loop headers old, or it is taken for younger. */
static inline uint32_t *hagstone_load_times(uint64_t address) {
  return (uint32_t *)(uintptr_t)(HAGSTONE_LOAD_TIMES + 4 * address);
}
uint64_t hagstone_load_time(uint64_t address);

/* To be called where a byte of the range had the number 0 and gets another: pages that were never called for are passed
 * over by the functions below. */
void hagstone_touch_load_shadow(uint64_t address, uint64_t bytes);

/* Calls `visit` with the bytes of the range that were loaded, neighbours of one number together; bytes 0: of all
 * memory. */
void hagstone_visit_load_shadow(uint64_t address, uint64_t bytes,
                                void (*visit)(uint64_t address, uint64_t bytes, uint32_t number));
/* Nothing of the range was loaded. */
void hagstone_clear_load_shadow(uint64_t address, uint64_t bytes);

#ifdef __cplusplus
}
#endif

#endif
