/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * If all registers are kept up to date for each instruction, so are the flags, which are rarely read, and the
 * instruction pointer. */
#ifndef HAGSTONE_FLAG_WRITES_H
#define HAGSTONE_FLAG_WRITES_H

#include "pub_tool_basics.h"
#include "libvex_ir.h"

/* Removes, before anything is added to a superblock, writes to the flags and to the instruction pointer that it
   overwrites before it can be left. Flags are treated as by Valgrind itself, so a handler of a fault may see old
   ones; the instruction pointer, which locates faults, only between accesses to memory. */
void hagstone_drop_dead_flags(IRSB *code);

#endif
