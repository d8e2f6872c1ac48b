/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where all registers are kept up to date instruction by instruction, so are the flags, which hardly anyone reads, and
 * the instruction pointer. */
#ifndef HAGSTONE_FLAG_WRITES_H
#define HAGSTONE_FLAG_WRITES_H

#include "pub_tool_basics.h"
#include "libvex_ir.h"

/* Takes away, before anything is put into a superblock, what it writes to the flags and to the instruction pointer and
 * overwrites before it can be left: of the flags as Valgrind by itself does, so that a handler of a fault may see old
 * ones; of the instruction pointer, by which faults are told, only between accesses to memory. */
void hagstone_drop_dead_flags(IRSB *code);

#endif
