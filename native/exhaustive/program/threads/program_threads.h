/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Follows the program's threads (threads.h) through Valgrind. */
#ifndef HAGSTONE_PROGRAM_THREADS_H
#define HAGSTONE_PROGRAM_THREADS_H

#include "pub_tool_basics.h"

#include "thread_state.h"

/* Registers for Valgrind's thread and signal events. */
void hagstone_track_threads(void);
/* Once Valgrind knows how many threads there may be. Returns 0, or why not. */
const char *hagstone_start_threads(void);

/* State of a thread by Valgrind's number. */
struct hagstone_program_thread *hagstone_thread_numbered(ThreadId number);
UInt hagstone_living_threads(void);
/* Its calling context now. */
hagstone_calling_context hagstone_context_of_thread(ThreadId number);

/* In the child of a fork: only the thread that forked is left, as thread 1. */
void hagstone_keep_only_thread(ThreadId number);
/* Threads that still run at the end. */
void hagstone_end_threads(void);

#endif
