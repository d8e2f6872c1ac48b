/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bursty measurement: --window-on instructions measured, --window-off passed over, in turn, counted over all threads.
 * Translated code takes its instructions off hagstone_engine.remaining and looks at superblock entries whether a window
 * is over; calling contexts are kept all the time, so they are right when a window begins. */
#ifndef HAGSTONE_WINDOWS_H
#define HAGSTONE_WINDOWS_H

void hagstone_start_windows(void);

/* Called by translated code when hagstone_engine.remaining is used up. */
void hagstone_turn_window(void);

/* Writes how much was executed and measured so far into the statistics. */
void hagstone_sum_up_windows(void);

#endif
