/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What becomes of a program that this one executes. Valgrind would run it below itself with the same arguments, so that
 * it opens log, recording and program by path, with whatever rights are left by then, and ends where it cannot. Here the
 * next process inherits descriptors; a program that Valgrind cannot run runs without it, and that is noted. */
#ifndef HAGSTONE_FOLLOWED_EXEC_H
#define HAGSTONE_FOLLOWED_EXEC_H

/* Once the recording's directory is open under the descriptor. */
void hagstone_follow_execs(int directory);
/* The directory or file that execveat(2) is about to be called with; -1: another call. */
void hagstone_name_executed_descriptor(int descriptor);
/* In a program that another one executed: Valgrind has made a descriptor of its own from the log's. */
void hagstone_close_inherited_log(void);

#endif
