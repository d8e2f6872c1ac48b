/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The types of instructions by which value profiles are distinguished (Calder, Feller and Eustace, Table 2; metrics.md
 * section 8). Loads and stores are recognised by their accesses; this is for all others that write a register. */
#ifndef HAGSTONE_INSTRUCTION_CLASS_H
#define HAGSTONE_INSTRUCTION_CLASS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* enum hagstone_instruction_class of the instruction of `length` bytes at the run-time address, which writes a register
 * taken for `element` (enum hagstone_element). Fused multiplications and additions are multiplications; setcc is a
 * comparison; the rest is other integer arithmetic, or another floating-point operation (conversions,
 * square roots, moves, logic). */
uint8_t hagstone_instruction_class(uint64_t address, uint32_t length, uint8_t element);

/* enum hagstone_value_operation by the instruction's name: whether it divides, takes square roots or multiplies; 0: none of
 * them. */
uint8_t hagstone_instruction_operation(uint64_t address, uint32_t length);

#ifdef __cplusplus
}
#endif

#endif
