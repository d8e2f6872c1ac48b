/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Limits that the program sets for itself. Valgrind keeps RLIMIT_NOFILE, refuses to lower its hard limit, and hides
 * both from executed programs. RLIMIT_FSIZE applies to Valgrind's log too. */
#ifndef HAGSTONE_RESOURCE_LIMITS_H
#define HAGSTONE_RESOURCE_LIMITS_H

#include "pub_tool_basics.h"

/* Around each system call. */
void hagstone_limit_call_begins(UInt number, const UWord *arguments);
void hagstone_limit_call_ends(UInt number, const UWord *arguments, Bool failed);

/* Gives the kernel the program's limits ahead of an exec; `recorded`: Valgrind needs descriptors above the soft one. */
void hagstone_pass_on_descriptor_limits(Bool recorded);
/* The exec failed. */
void hagstone_take_back_descriptor_limits(void);

#endif
