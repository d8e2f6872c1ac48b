/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The last writers of a thread's registers (REDSPY section 5, shadow context registers). A register has parts with a
 * writer each: for a general register the lowest byte, the one above it and the rest; for a vector register bytes 0
 * to 3, 4 to 7, 8 to 15 and 16 to 31; an x87 register, which is also an MMX register, is one part. A write to some
 * of a part makes its place the writer of all of it. */
#ifndef HAGSTONE_LAST_WRITERS_H
#define HAGSTONE_LAST_WRITERS_H

#include <stdint.h>

#include "exhaustive/instructions/instruction_writes.h"
#include "exhaustive/pairs/pairs.h"

enum {
  HAGSTONE_GENERAL_REGISTERS = 16,
  HAGSTONE_VECTOR_REGISTERS = 16,
  HAGSTONE_X87_REGISTERS = 8,
  HAGSTONE_GENERAL_PARTS = 3,
  HAGSTONE_VECTOR_PARTS = 4
};

/* In the place of the one writer of a general register. */
#define HAGSTONE_SEVERAL_WRITERS (1ull << 63)

/* Place 0: not known who. Translated code writes here. */
struct hagstone_last_writers {
  hagstone_place general[HAGSTONE_GENERAL_REGISTERS]; /* HAGSTONE_SEVERAL_WRITERS: see general_parts */
  hagstone_place vector[HAGSTONE_VECTOR_REGISTERS][HAGSTONE_VECTOR_PARTS];
  hagstone_place x87[HAGSTONE_X87_REGISTERS];         /* by place in the register file, regardless of the stack's top */
  hagstone_place general_parts[HAGSTONE_GENERAL_REGISTERS][HAGSTONE_GENERAL_PARTS];
};

/* First byte of each part, then the register's size. */
static const uint8_t hagstone_general_part_start[HAGSTONE_GENERAL_PARTS + 1] = {0, 1, 2, 8};
static const uint8_t hagstone_vector_part_start[HAGSTONE_VECTOR_PARTS + 1] = {0, 4, 8, 16, 32};

/* Some bytes of a value and their writer. */
struct hagstone_written_share {
  hagstone_place writer;
  uint32_t bytes;
};

/* A write to a general register of less than 4 bytes. */
void hagstone_set_part_writers(struct hagstone_last_writers *writers, const struct hagstone_register_write *write,
                               hagstone_place writer);

/* Splits the value of a write among the earlier writers of these bytes, each once. `x87` is the place in the register
 * file of the files X87 and MMX. `since`, by part, are writers who came after those that `writers` has, 0: none did; null:
 * there are none at all. Returns how many. */
uint32_t hagstone_last_writers_of(const struct hagstone_last_writers *writers, const struct hagstone_register_write *write,
                                  uint32_t x87, const hagstone_place since[HAGSTONE_VECTOR_PARTS],
                                  struct hagstone_written_share shares[HAGSTONE_VECTOR_PARTS]);

/* The parts of a register of this file, with the first byte of each. */
struct hagstone_register_parts {
  uint32_t count;
  const uint8_t *starts; /* count + 1 of them */
};
static inline struct hagstone_register_parts hagstone_parts_of_file(uint8_t file) {
  static const uint8_t whole[] = {0, 10};
  switch (file) {
    case HAGSTONE_GENERAL_REGISTER:
      return (struct hagstone_register_parts){HAGSTONE_GENERAL_PARTS, hagstone_general_part_start};
    case HAGSTONE_VECTOR_REGISTER:
      return (struct hagstone_register_parts){HAGSTONE_VECTOR_PARTS, hagstone_vector_part_start};
    default: return (struct hagstone_register_parts){1, whole};
  }
}
/* Whether the `bytes` bytes of a register from `offset` on have some of the part. */
static inline int hagstone_in_part(struct hagstone_register_parts parts, uint32_t part, uint32_t offset, uint32_t bytes) {
  return offset < parts.starts[part + 1] && parts.starts[part] < offset + bytes;
}

#endif
