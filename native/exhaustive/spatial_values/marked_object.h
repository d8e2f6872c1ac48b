/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The data object around a marked address. Unlike objects/objects.h nothing is kept for it while the program runs:
 * marks are rare. */
#ifndef HAGSTONE_EXHAUSTIVE_MARKED_OBJECT_H
#define HAGSTONE_EXHAUSTIVE_MARKED_OBJECT_H

#include "objects/objects.h"

/* Fills in the heap block, static symbol or mapping around the address, its name valid until the next question. Of a
 * mapping the allocation is not known. Returns 0 if there is none: stacks, memory that is not mapped. */
int hagstone_marked_object(uint64_t address, struct hagstone_data_object *object);

#endif
