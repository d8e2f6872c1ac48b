/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HAGSTONE_REGISTER_WRITES_H
#define HAGSTONE_REGISTER_WRITES_H

#include "pub_tool_basics.h"
#include "libvex_ir.h"

/* Valgrind translates a load of one number into a vector register as two writes: zeros to all of it, then the number
   to its low end. A processor that reads the whole register soon after cannot take it from two pending stores. It
   waits until all earlier stores have reached the cache, and a measurement's code in between prolongs that. This
   writes the register once. Returns `code` itself if there is nothing to join. */
IRSB *hagstone_join_register_writes(IRSB *code);

/* Whether a statement writes to one of these bytes of the thread's state, at a constant place. */
Bool hagstone_writes_state(const IRTypeEnv *types, const IRStmt *statement, Int offset, Int bytes);

#endif
