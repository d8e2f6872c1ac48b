/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One data object of the program (objects.h). */
#ifndef HAGSTONE_EXHAUSTIVE_DATA_OBJECT_H
#define HAGSTONE_EXHAUSTIVE_DATA_OBJECT_H

#include <stdint.h>

#include "exhaustive/measurement.h"

struct hagstone_data_object {
  uint32_t kind;    /* enum hagstone_object_kind; 0: none */
  uint32_t module;  /* static: its module */
  hagstone_calling_context context; /* heap, mapping: of the allocation */
  uint32_t next_free;
  uint64_t start;   /* run-time address */
  uint64_t bytes;
  uint64_t offset;  /* static: ELF virtual address */
  const char *name; /* static; zero-terminated */
  void *last;       /* of the measurement of loads; null in a fresh object */
};

#endif
