/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HAGSTONE_REGISTER_VALUE_H
#define HAGSTONE_REGISTER_VALUE_H

#include "exhaustive/instructions/instruction_writes.h"

/* 1 if a write leaves its part of the register unchanged, approximately where its element is of floating point
 * (metrics.md sections 1 and 7). Both values have the bytes of the write; of the x87, whose registers Valgrind keeps in
 * 64 bits, they are doubles: sign and exponent must be the same, the significand within tolerance (REDSPY 4.1). */
int hagstone_register_repeats(const struct hagstone_register_write *write, const void *before, const void *after,
                              uint32_t tolerance);

#endif
