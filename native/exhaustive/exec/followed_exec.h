/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How the engine follows a program that this one executes. Valgrind would start itself again with the same
 * arguments, open log, recording and program by path with the remaining rights, and end if it cannot. Here the next
 * process inherits descriptors; a program that Valgrind cannot run runs without it, and that is noted. */
#ifndef HAGSTONE_FOLLOWED_EXEC_H
#define HAGSTONE_FOLLOWED_EXEC_H

/* Once the recording's directory is open under the descriptor. */
void hagstone_follow_execs(int directory);
/* The directory or file that execveat(2) is about to be called with; -1: another call. */
void hagstone_name_executed_descriptor(int descriptor);
/* In an executed program: Valgrind has made its own descriptor from the log's. */
void hagstone_close_inherited_log(void);

#endif
