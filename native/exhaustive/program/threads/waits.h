/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * System calls in which threads wait: nothing that is counted gets into the recording while all of them do. */
#ifndef HAGSTONE_WAITS_H
#define HAGSTONE_WAITS_H

#include "pub_tool_basics.h"

struct hagstone_program_thread;

/* The thread begins a system call: if it may wait in it and all others do, the recording is brought up to date. */
void hagstone_wait_may_begin(struct hagstone_program_thread *thread, UInt system_call, const UWord *arguments);

#endif
