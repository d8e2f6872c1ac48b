/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The measurements of this run, and the events that they receive. */
#ifndef HAGSTONE_MEASUREMENTS_H
#define HAGSTONE_MEASUREMENTS_H

#include <stdint.h>

#include "measurement.h"

enum { HAGSTONE_MOST_MEASUREMENTS = 8 };

/* Those whose tools are wanted, in the order of the table in start_measurements.c. */
extern const struct hagstone_measurement *hagstone_active[HAGSTONE_MOST_MEASUREMENTS];
extern uint32_t hagstone_active_count;

void hagstone_announce_memory_begins(uint64_t address, uint64_t bytes, enum hagstone_memory_begin how,
                                     hagstone_calling_context context);
void hagstone_announce_memory_ends(uint64_t address, uint64_t bytes, enum hagstone_memory_end how);
void hagstone_announce_memory_moves(uint64_t from, uint64_t to, uint64_t bytes);
void hagstone_announce_several_threads(void);
void hagstone_announce_thread_ends(uint32_t thread);
void hagstone_announce_window(int begins);
void hagstone_announce_refresh(void);
void hagstone_announce_finish(void);
void hagstone_announce_fork(void);

#endif
