/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The last load of each byte of a program with one thread: the number of its place (place_numbers.h), the loaded value,
 * and, if scopes are recorded, its time. Most loads load whole granules of four aligned bytes, so numbers and times are
 * kept by granule. Only if parts of a granule were loaded, each of its bytes has its own number and time. The data of
 * eight aligned bytes is adjacent, because first-level caches have few lines for addresses that are multiples of 4096
 * bytes apart, as rows of matrices are. The shadow is linear, so translated code reaches all of it by an addition; that
 * code writes after each load (load_code.c).
 *
 * If a granule has a number, the numbers of its bytes are 0. Otherwise each byte's own number counts: a load of bytes
 * looks only at these, and a program that loads only bytes never writes the word. */
#ifndef HAGSTONE_EXHAUSTIVE_LOAD_SHADOW_H
#define HAGSTONE_EXHAUSTIVE_LOAD_SHADOW_H

#include <stdint.h>

#include "exhaustive/shadow.h"

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

/* Whether times are wanted. */
int hagstone_loads_have_times(void);

/* A byte of the program that was not loaded with its granule: its number, and behind that its time where there are times.
 * Two to the power of hagstone_loaded_byte_shift() bytes. */
#define HAGSTONE_LOADED_BYTES HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LOADS_BY_BYTE)
uint32_t hagstone_loaded_byte_shift(void);
/* Their values, which are looked at first. */
#define HAGSTONE_BYTE_VALUES (HAGSTONE_LOADED_BYTES + 8 * HAGSTONE_PROGRAM_END)

/* Returns 0, or why there can be no such shadow. */
const char *hagstone_start_load_shadow(void);

/* All addresses below are less than HAGSTONE_PROGRAM_END. */

/* The last load of one byte. Number 0: not loaded, and its time has no meaning. Times are known for the latest 2^32 loop
 * headers; older ones look younger. If no times are wanted, all are 0. */
uint32_t hagstone_load_number(uint64_t address);
uint64_t hagstone_load_time(uint64_t address);
uint8_t hagstone_loaded_value(uint64_t address);

/* Whether the bytes hold the value last loaded from them, by elements (hagstone_value_repeats). */
int hagstone_load_repeats(uint64_t address, uint64_t bytes, uint32_t element);

/* Whether the state of the address's granule, if any, is kept by byte. */
int hagstone_is_known_by_byte(uint64_t address);

/* The first byte from `address` on, before `end`, that another load than `address`'s was the last of; or `end`. */
uint64_t hagstone_load_run_end(uint64_t address, uint64_t end);

/* The number that all of the bytes have; 0: they have several, or one of them none. */
uint32_t hagstone_common_load_number(uint64_t address, uint64_t bytes);

/* All of the bytes are loaded now, with their present values. */
void hagstone_set_loads(uint64_t address, uint64_t bytes, uint32_t number);

/* From now on the granule that `address` is in is known by byte. */
void hagstone_split_granule(uint64_t address);
/* From now on nothing is known by byte of the granules of the range, which begins and ends with one. */
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
