/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Profiles the registers that procedures take integers and pointers in: RDI RSI RDX RCX R8 R9 (System V x86-64 psABI,
 * 3.2.3) at the first instruction (role PARAMETER); a jump back to it is an entry as well. Procedures begin at
 * symbols of functions and at targets of direct calls, without the stubs by which libraries are called; of a program
 * without symbols those that are only called through pointers are not seen. How many of the six a procedure takes is
 * not known here. */
#ifndef HAGSTONE_PARAMETER_CODE_H
#define HAGSTONE_PARAMETER_CODE_H

#include "exhaustive/translation/instrumentation.h"

/* The superblock under translation begins at `address`. */
void hagstone_emit_parameters(struct hagstone_translation *translation, Addr address);
/* The superblock under translation ends in a call. */
void hagstone_note_call(const IRExpr *target);

#endif
