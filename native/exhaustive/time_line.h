/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * When in the run waste was found: each tool's totals so far are written into the recording now and then (raw_format.h,
 * struct hagstone_time_point). When depends on how much ran, not on the clock, so that short runs have time lines too. */
#ifndef HAGSTONE_TIME_LINE_H
#define HAGSTONE_TIME_LINE_H

#include <stdint.h>

/* Whether a point is due, `superblocks` having run so far: the distance of points is doubled each 256 of them, and grows
 * with the recording, since everything must be written into that before; none is due where it is large. */
int hagstone_time_point_is_due(uint64_t superblocks);

/* Writes a point of each tool that finds waste in accesses, if anything was executed since the last one. The recording holds
 * all counts by now. */
void hagstone_write_time_points(void);

/* In the child of a fork: nothing was found yet. */
void hagstone_forget_time_points(void);

#endif
