/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Parallel regions of OpenMP, as the sampler shows them: the work of all threads of a team is below the code that began the
 * region. A region is recognized by calls of the runtime's functions that begin one, and of the code passed to them;
 * the thread that began one cannot leave that function before all others have left the region. */
#ifndef HAGSTONE_TEAM_REGIONS_H
#define HAGSTONE_TEAM_REGIONS_H

#include <stdint.h>

#include "begun_region.h"

/* By the runtime's name of the function. */
enum hagstone_team_runtime hagstone_team_function_named(const char *name);
/* Whether compilers name the code of regions so. */
int hagstone_is_region_code_name(const char *name);
/* Whether a region was begun with this code. */
int hagstone_is_region_code(uint64_t address);

/* The running thread is at the entry of such a function; its first four arguments. */
void hagstone_team_function_entered(uint64_t runtime, uint64_t first, uint64_t second, uint64_t third, uint64_t fourth);
/* The running thread is at the entry of code that may be a region's; with the first and the third argument. */
void hagstone_region_code_entered(uint64_t address, uint64_t first, uint64_t third);

/* In the child of a fork: threads are renumbered. */
void hagstone_forget_teams(void);

#endif
