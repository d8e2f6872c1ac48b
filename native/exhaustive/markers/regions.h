/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Regions that the program names. The regions that a thread is in are in its calling contexts between the thread's
 * root and its outermost function, so that all data by context is also data by region. The contexts of the calls in
 * progress are moved there and back: a region may end in another function than it began in. */
#ifndef HAGSTONE_EXHAUSTIVE_REGIONS_H
#define HAGSTONE_EXHAUSTIVE_REGIONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_LONGEST_REGION_NAME = 255 };

/* A region of the running thread. Regions nested deeper than HAGSTONE_DEEPEST_REGION or without room are counted
   (dropped_regions) and left out: the end of such a region ends no other. */
void hagstone_region_begins(const char *name, uint32_t length);
/* Also ends the regions begun since. Does nothing if the thread is in no region of that name. */
void hagstone_region_ends(const char *name, uint32_t length);

/* In the child of a fork: names the regions in its recording too. */
void hagstone_record_regions(void);

#ifdef __cplusplus
}
#endif

#endif
