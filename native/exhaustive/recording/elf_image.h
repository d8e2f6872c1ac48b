/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The data in a loaded object's headers, read where they are mapped. Nothing in them is trusted. */
#ifndef HAGSTONE_EXHAUSTIVE_ELF_IMAGE_H
#define HAGSTONE_EXHAUSTIVE_ELF_IMAGE_H

#include <stdint.h>

#define HAGSTONE_LONGEST_BUILD_ID 64u

struct hagstone_elf_image {
  uint64_t bias;       /* run-time address - ELF virtual address */
  uint64_t start;      /* lowest and one past the highest run-time address */
  uint64_t end;
  uint64_t code_start; /* the same of its executable segments; equal if there is none */
  uint64_t code_end;
  uint32_t build_id_length; /* 0: none */
  uint8_t build_id[HAGSTONE_LONGEST_BUILD_ID];
};

/* Reads the object whose file header is at `address`, of which `readable` bytes can be read. Returns 0 if it is not
   a 64-bit x86 object with loadable segments. A build id whose note is further away counts as none. */
int hagstone_read_elf_image(uint64_t address, uint64_t readable, struct hagstone_elf_image *image);

#endif
