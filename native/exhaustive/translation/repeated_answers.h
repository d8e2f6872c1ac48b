/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The kernel's answers to a program differ from run to run: random bytes, times, process numbers, times of files. They
 * stay on stacks that others use after it, and bytes that are equal to later ones by chance are redundant in one run and not
 * in the other. For comparing runs, one keeps all of these answers and the others get the same. */
#ifndef HAGSTONE_REPEATED_ANSWERS_H
#define HAGSTONE_REPEATED_ANSWERS_H

#include "pub_tool_basics.h"

/* Opens the file of --keep-answers or --repeat-answers. Returns 0, or why not. */
const HChar *hagstone_start_answers(void);
Bool hagstone_answers_are_repeated(void);

/* Before the program's first instruction, with its stack as the kernel lays it out: arguments, environment and the
 * auxiliary vector with its random bytes. */
void hagstone_repeat_stack(ThreadId thread);
/* The kernel has just written there for a system call. */
void hagstone_repeat_write(UInt system_call, Addr address, SizeT bytes);
/* The system call has returned. */
void hagstone_repeat_result(ThreadId thread, UInt system_call, SysRes result);

#endif
