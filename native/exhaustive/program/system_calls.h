/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The kernel's reads and writes for the program, as loads and stores under the system call (metrics.md section 2),
 * and memory that it maps and unmaps. */
#ifndef HAGSTONE_SYSTEM_CALLS_H
#define HAGSTONE_SYSTEM_CALLS_H

void hagstone_track_system_calls(void);

#endif
