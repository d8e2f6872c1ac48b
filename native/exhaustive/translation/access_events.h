/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Calls the measurements for single accesses: those of the program for which a measurement has no code of its own,
 * and those of the kernel. */
#ifndef HAGSTONE_ACCESS_EVENTS_H
#define HAGSTONE_ACCESS_EVENTS_H

#include "exhaustive/measurement.h"

/* Collects whom to tell, once the measurements have started. */
void hagstone_start_access_events(void);

/* Whether any measurement must be called. */
int hagstone_loads_are_told(void);
int hagstone_stores_are_told(void);
int hagstone_stores_need_before(void);
int hagstone_kernel_stores_need_before(void);

/* Called by translated code. Before a store: saves the old content. After an access: calls the measurements. */
void hagstone_keep_before(uint64_t address, uint64_t bytes);
void hagstone_tell_access(const struct hagstone_site *site, uint64_t address);

/* `before`: the memory ahead of a store, as many bytes; null: unknown. */
void hagstone_tell_kernel_access(const struct hagstone_site *site, uint64_t address, uint64_t bytes, const uint8_t *before,
                                 hagstone_calling_context context, uint32_t thread);

#endif
