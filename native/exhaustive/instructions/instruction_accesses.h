/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The accesses that an instruction is defined to make, from its machine code: the sampler's decoder (native/agent/code).
 * Valgrind's translations make additional ones (it moves a register through the stack to test its bits) and omit
 * some whose result is unused. They also do not distinguish floating-point data from integers. */
#ifndef HAGSTONE_INSTRUCTION_ACCESSES_H
#define HAGSTONE_INSTRUCTION_ACCESSES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hagstone_instruction_access {
  uint8_t kind;    /* enum hagstone_access_kind */
  uint8_t element; /* enum hagstone_element */
  uint8_t whole;   /* 0: masked, gathered, a state save, a bit that a register numbers: not one known range of bytes */
  uint32_t bytes;
};
struct hagstone_instruction_accesses {
  uint32_t
      bit_string; /* bytes of the operand of a bit that a register numbers, which may be another than the first; else 0 */
  uint32_t masked_bytes; /* 1: a store of the bytes that a vector register selects */
  uint32_t count;
  struct hagstone_instruction_access items[4]; /* loads, then stores */
};

/* Decodes the instruction of `length` bytes at the run-time address. Returns 0 if it cannot. */
int hagstone_decode_accesses(uint64_t address, uint32_t length, struct hagstone_instruction_accesses *accesses);

#ifdef __cplusplus
}
#endif

#endif
