/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bursty measurement: --window-on instructions measured, --window-off passed over, in turn, counted over all threads.
 * Translated code takes its instructions off hagstone_engine.remaining and looks at superblock entries whether a window
 * is over; calling contexts are kept all the time, so they are right when a window begins. Where the program stops
 * collection itself (hagstone.h) it is as if a window ended. */
#ifndef HAGSTONE_WINDOWS_H
#define HAGSTONE_WINDOWS_H

void hagstone_start_windows(void);

/* Called by translated code when hagstone_engine.remaining is used up. */
void hagstone_turn_window(void);

/* Translated code has to ask whether it is measured: there are windows, or the program has stopped collection before. */
int hagstone_measures_in_parts(void);

/* The program stops collection, which then is as outside of a window, or starts it again. Returns 1 when what has been
 * translated so far does not ask for it and must be translated anew. */
int hagstone_set_collecting(int collecting);

/* Writes how much was executed and measured so far into the statistics. */
void hagstone_sum_up_windows(void);

#endif
