/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The last load of each byte of a program of one thread: the number of its place (place_numbers.h), the value that it
 * loaded, and where scopes are wanted its time. Most loads load whole granules of four aligned bytes, so numbers and times
 * are kept by granule; only of one of which parts were loaded each byte has its own (it is split). What is known of eight
 * aligned bytes lies together: nearest caches have few places for what lies multiples of 4096 bytes apart, as rows of
 * matrices do. Of bytes of split granules values, numbers and times lie apart, as tables of bytes that are read in any order
 * fill caches. Linear, so that translated code reaches all of it by an addition; it writes behind each load
 * (load_code.c). */
#ifndef HAGSTONE_EXHAUSTIVE_LOAD_SHADOW_H
#define HAGSTONE_EXHAUSTIVE_LOAD_SHADOW_H

#include <stdint.h>

#include "../shadow.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_GRANULE = 4, HAGSTONE_LOADED_WORD = 8 };

/* Eight aligned bytes of the program. */
struct hagstone_loaded_word {
  uint8_t values[HAGSTONE_LOADED_WORD];
  uint32_t numbers[HAGSTONE_LOADED_WORD / HAGSTONE_GRANULE];
  uint32_t times[HAGSTONE_LOADED_WORD / HAGSTONE_GRANULE]; /* of loop headers (scope/clock.h), the low halves */
  uint64_t unused; /* a size that is a power of two is reached by shifting */
};
#define HAGSTONE_LOADED_WORDS HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LOADS)
#define HAGSTONE_LOADED_WORDS_BYTES (HAGSTONE_PROGRAM_END / HAGSTONE_LOADED_WORD * sizeof(struct hagstone_loaded_word))

/* Of bytes of split granules: numbers and times, of four bytes each, and values; and a byte for each granule, 1 if it is
 * split. */
#define HAGSTONE_BYTE_NUMBERS HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LOADS_BY_BYTE)
#define HAGSTONE_BYTE_TIMES (HAGSTONE_BYTE_NUMBERS + 4 * HAGSTONE_PROGRAM_END)
#define HAGSTONE_BYTE_VALUES (HAGSTONE_BYTE_TIMES + 4 * HAGSTONE_PROGRAM_END)
#define HAGSTONE_SPLIT_GRANULES (HAGSTONE_BYTE_VALUES + HAGSTONE_PROGRAM_END)

/* The number that a split granule has besides; no place has it. */
#define HAGSTONE_SPLIT_GRANULE 0xfffffffeu

/* Returns 0, or why there can be no such shadow. */
const char *hagstone_start_load_shadow(void);

/* All addresses below are less than HAGSTONE_PROGRAM_END. */

/* Of one byte. Number 0: not loaded; its time has no meaning. Times are known for the latest 2^32 loop headers; what is
 * older is taken for younger. */
uint32_t hagstone_load_number(uint64_t address);
uint64_t hagstone_load_time(uint64_t address);
uint8_t hagstone_loaded_value(uint64_t address);

/* Whether the bytes hold what was loaded of them last, by elements (hagstone_value_repeats). */
int hagstone_load_repeats(uint64_t address, uint64_t bytes, uint32_t element);

/* Whether each byte of the granule has its own. */
static inline int hagstone_is_split(uint64_t address) {
  return *(const uint8_t *)(uintptr_t)(HAGSTONE_SPLIT_GRANULES + address / HAGSTONE_GRANULE);
}

/* The first byte from `address` on, before `end`, that another load than `address`'s was the last of; or `end`. */
uint64_t hagstone_load_run_end(uint64_t address, uint64_t end);

/* The number that all of the bytes have; 0: they have several, or one of them none. */
uint32_t hagstone_common_load_number(uint64_t address, uint64_t bytes);

/* All of the bytes are loaded, now, and hold what they hold. */
void hagstone_set_loads(uint64_t address, uint64_t bytes, uint32_t number);

/* From now on each byte of the granule that `address` lies in has a number, a time and a value of its own. */
void hagstone_split_granule(uint64_t address);
/* The granules of the range, which begins and ends with one, are split no more. What is known of them is lost. */
void hagstone_join_granules(uint64_t address, uint64_t bytes);

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
