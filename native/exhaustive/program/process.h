/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The life of the process: its recording begins with it, with a child of fork, and ends with it or with an exec. */
#ifndef HAGSTONE_PROCESS_H
#define HAGSTONE_PROCESS_H

#include <stdint.h>

/* Creates the recording. Returns 0, or why not. */
const char *hagstone_start_recording(void);
/* Registers for fork. */
void hagstone_track_forks(void);

/* The process ended. */
void hagstone_finish_recording(void);
/* Another program image is about to take its place; or that failed, and this one continues. */
void hagstone_exec_begins(void);
void hagstone_exec_failed(void);

/* Called often while the program runs, `superblocks` having run so far: sums up now and then, so that a killed process leaves
 * all but its last seconds (recording/freshness), and so that there is a time line. */
void hagstone_keep_recording_fresh(uint64_t superblocks);
/* All threads are about to wait: if the process is killed meanwhile, earlier counts are in the file. */
void hagstone_refresh_before_wait(void);

#endif
