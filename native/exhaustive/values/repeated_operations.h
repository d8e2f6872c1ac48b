/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Divisions, square roots and multiplications that Valgrind computes once for several instructions of a superblock, as it
 * does where they work on the same operands and the superblock has floating-point or vector code. The later instruction
 * then takes over the result, and has no operation that tells of its operands. */
#ifndef HAGSTONE_REPEATED_OPERATIONS_H
#define HAGSTONE_REPEATED_OPERATIONS_H

#include "pub_tool_basics.h"
#include "libvex_ir.h"

void hagstone_forget_operations(void);                       /* a superblock begins */
void hagstone_begin_operations(void);                        /* an instruction begins */
void hagstone_note_operation(const IRStmt *statement);       /* computes a temporary by an operation */
void hagstone_note_other_statement(const IRStmt *statement); /* any other of the instruction */

struct hagstone_known_operation {
  const IRExpr *expression;
  UInt instruction; /* which of the superblock */
};

/* The operations of an earlier instruction whose results the present one takes over: their operands still have their
 * values. Returns how many there are. */
UInt hagstone_operations_taken_over(const struct hagstone_known_operation **first);

#endif
