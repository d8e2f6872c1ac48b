/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * argv[0] of a program that another one executed: Valgrind puts the program's path there. */
#ifndef HAGSTONE_ARGUMENT_ZERO_H
#define HAGSTONE_ARGUMENT_ZERO_H

#include "pub_tool_basics.h"

/* Before the program's first instruction: replaces the path by --argv0. `stack`: the stack pointer then. */
void hagstone_set_argument_zero(Addr stack);

#endif
