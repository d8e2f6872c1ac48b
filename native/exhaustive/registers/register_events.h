/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Changes of registers outside translated code. */
#ifndef HAGSTONE_REGISTER_EVENTS_H
#define HAGSTONE_REGISTER_EVENTS_H

#include "pub_tool_basics.h"

/* Registers for results of system calls and for signals. */
void hagstone_track_registers(void);
/* The thread is about to run its first instruction: it wrote none of its registers itself. */
void hagstone_begin_registers_of_thread(ThreadId thread);

#endif
