/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Divisions, square roots and multiplications among the operations of Valgrind's intermediate code. */
#ifndef HAGSTONE_OPERATIONS_H
#define HAGSTONE_OPERATIONS_H

#include "pub_tool_basics.h"
#include "libvex_ir.h"

struct hagstone_operation {
  UChar operation;         /* enum hagstone_value_operation; 0: it is none of them */
  UChar instruction_class; /* enum hagstone_instruction_class */
  UChar element;           /* enum hagstone_element */
  UChar bytes;             /* of the numbers it works on, where that is less than the operands hold; 0: all of them */
};

struct hagstone_operation hagstone_describe_operation(IROp operation);

/* Numerator and divisor, the factors, or the radicand alone: atoms, without the rounding mode. Returns how many there
 * are; 0 where `expression` is no operation with operands. */
UInt hagstone_operands(const IRExpr *expression, const struct hagstone_operation *operation, IRExpr *operands[2]);

#endif
