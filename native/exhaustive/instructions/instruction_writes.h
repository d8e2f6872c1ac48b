/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The registers that an instruction writes (metrics.md section 7), from its machine code. Flags, the instruction
 * pointer, segment, control and mask registers do not count; vzeroupper, vzeroall, emms and instructions that
 * restore a saved state produce no values and count as writing none. */
#ifndef HAGSTONE_INSTRUCTION_WRITES_H
#define HAGSTONE_INSTRUCTION_WRITES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum hagstone_register_file {
  HAGSTONE_GENERAL_REGISTER = 1, /* 0 to 15, as encoded: RAX RCX RDX RBX RSP RBP RSI RDI R8 … */
  HAGSTONE_VECTOR_REGISTER = 2,  /* 0 to 15, of 32 bytes */
  HAGSTONE_X87_REGISTER = 3,     /* the n-th register that the instruction writes: which one depends on the stack's top */
  HAGSTONE_MMX_REGISTER = 4      /* 0 to 7 */
};

/* One write. The value is `bytes` long, from `offset` on: the instruction's operand, so 4 bytes for EAX, 8 for the
   result of addsd and movsd. Instructions may zero or copy the bytes above. */
struct hagstone_register_write {
  uint8_t file;      /* enum hagstone_register_file */
  uint8_t number;
  uint8_t offset;    /* in the register, of the lowest byte: 1 for AH */
  uint8_t bytes;     /* of the value; 10 for x87 */
  uint8_t set_bytes; /* from `offset` on: all that is different now, at least `bytes` */
  uint8_t element;   /* enum hagstone_element: how the instruction interprets the value */
  uint8_t loads;     /* the value comes from memory and is, at most, extended, rearranged or converted on its way */
  uint8_t stack_pointer; /* moved by push, pop, call, ret, enter and leave, beside their purpose */
};

enum { HAGSTONE_MOST_REGISTER_WRITES = 8 };
struct hagstone_instruction_writes {
  uint32_t count;
  struct hagstone_register_write items[HAGSTONE_MOST_REGISTER_WRITES];
};

/* Decodes the instruction of `length` bytes at the run-time address. Returns 0 if it cannot. */
int hagstone_decode_writes(uint64_t address, uint32_t length, struct hagstone_instruction_writes *writes);

#ifdef __cplusplus
}
#endif

#endif
