/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Questions of data objects about the program's memory. */
#ifndef HAGSTONE_EXHAUSTIVE_PROGRAM_MEMORY_H
#define HAGSTONE_EXHAUSTIVE_PROGRAM_MEMORY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_LONGEST_SYMBOL_NAME = 1024 };

struct hagstone_static_symbol {
  uint64_t start;   /* run-time address */
  uint64_t bytes;
  uint32_t module;  /* index in the recording */
  uint64_t offset;  /* ELF virtual address of its start */
  const char *name; /* zero-terminated, until the next question */
};

/* Whether the address is in the part of a thread's stack that is in use. */
int hagstone_is_in_stack(uint64_t address);
/* Whether the address is in a loaded module. */
int hagstone_is_in_module(uint64_t address);
/* The data symbol around an address in a module; returns 0 if there is none. */
int hagstone_static_symbol_at(uint64_t address, struct hagstone_static_symbol *symbol);

#ifdef __cplusplus
}
#endif

#endif
