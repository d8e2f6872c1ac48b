/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bursty measurement: --window-on instructions measured, --window-off passed over, in turn, counted over all threads.
 * Translated code subtracts its instructions from hagstone_engine.remaining and checks at superblock entries whether
 * a window is over. Measured and skipped code are different translations (code_versions.h); both maintain the calls
 * in progress, so that calling contexts are right when a window begins. If the program itself stops collection
 * (hagstone.h), that acts like the end of a window. */
#ifndef HAGSTONE_WINDOWS_H
#define HAGSTONE_WINDOWS_H

void hagstone_start_windows(void);

/* Valgrind is about to run translated code, and has left it. Code that finds hagstone_engine.remaining used up leaves at
 * once; then the window opens or closes. */
void hagstone_code_starts(void);
void hagstone_code_stops(void);

/* The program stops collection, which then is as outside of a window, or starts it again. Not to be called by translated
 * code. */
void hagstone_set_collecting(int collecting);

/* Whether any code was measured since the latest call of the second function, by which all counts are in the recording. */
int hagstone_counts_may_have_changed(void);
void hagstone_counts_are_recorded(void);

/* In the child of a fork: instructions executed before are the parent's. */
void hagstone_forget_windows(void);

/* Writes how much was executed and measured so far into the statistics. */
void hagstone_sum_up_windows(void);

#endif
