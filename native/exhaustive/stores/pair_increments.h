/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Counts on their way into the recording. The pairs that had instances since the last time lie all over the file, and
 * each of its pages costs a fault when it is written to again: counts are added in the order of the file, so that each
 * page is visited once. */
#ifndef HAGSTONE_EXHAUSTIVE_PAIR_INCREMENTS_H
#define HAGSTONE_EXHAUSTIVE_PAIR_INCREMENTS_H

#include <stdint.h>

#include "../pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* More instances of a pair of `tool`, held back until there are many or they are written. `release` here and below: pages
 * leave this process's memory once they are written. */
void hagstone_increment_pair(uint32_t tool, struct hagstone_exact_pair *pair, uint32_t instances, uint32_t bytes,
                             int release);

void hagstone_write_increments(int release);

/* In the child of a fork: the pairs are gone with the parent's recording. */
void hagstone_forget_increments(void);

#ifdef __cplusplus
}
#endif

#endif
