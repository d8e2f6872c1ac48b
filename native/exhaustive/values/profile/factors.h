/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The factors of an integer multiplication, by its machine code. Where Valgrind knows both factors it multiplies them
 * while it translates, and its intermediate code has no operation for them. */
#ifndef HAGSTONE_FACTORS_H
#define HAGSTONE_FACTORS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hagstone_factor {
  uint8_t is_constant;
  uint8_t number; /* of the general register in the order of encoding */
  uint8_t offset; /* within the register: 1 for AH, CH, DH, BH */
  uint64_t constant;
};

/* Bytes of each factor of the integer multiplication at the run-time address, with the factors as they are profiled; 0: it
 * is none, or has a factor in memory, which Valgrind cannot know. */
uint32_t hagstone_decode_factors(uint64_t address, uint32_t length, struct hagstone_factor factors[2]);

#ifdef __cplusplus
}
#endif

#endif
