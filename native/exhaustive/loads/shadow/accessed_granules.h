/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * When bytes were last accessed, and by which threads. Kept by granule while all of its bytes are accessed together. */
#ifndef HAGSTONE_EXHAUSTIVE_ACCESSED_GRANULES_H
#define HAGSTONE_EXHAUSTIVE_ACCESSED_GRANULES_H

#include <stdint.h>

#include "exhaustive/measurement.h"

/* Prefetches the records of the address's granule, which are about to be read and written. */
void hagstone_expect_access(uint64_t address);

/* The bytes were accessed. Call for all accesses once there are several threads. */
void hagstone_note_accessing_thread(const struct hagstone_access *access);

/* Whether another thread than `thread` accessed any of the granule's bytes in `mask` after `time`. */
int hagstone_others_accessed(uint64_t granule, uint32_t mask, uint32_t thread, uint64_t time);

#endif
