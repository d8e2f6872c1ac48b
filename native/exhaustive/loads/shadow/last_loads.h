/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The last load of each byte by each thread, and later accesses of other threads: the plain way, for any access and
 * any address (metrics.md sections 1 and 2). */
#ifndef HAGSTONE_EXHAUSTIVE_LAST_LOADS_H
#define HAGSTONE_EXHAUSTIVE_LAST_LOADS_H

#include <stdint.h>

#include "exhaustive/loads/load_counters.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The previous knowledge about the bytes of a load. */
struct hagstone_load_history {
  struct hagstone_earlier_loads earlier;
  uint64_t first;      /* bytes without an earlier load by this thread */
  int interleaved;     /* another thread accessed some of the others since */
  const uint8_t *values; /* last loaded, of all bytes; those of the first ones have no meaning */
};

/* Makes `access` the last load of its bytes. Returns the state before, valid until the next call; null: no memory,
 * counted. */
const struct hagstone_load_history *hagstone_exchange_last_loads(const struct hagstone_access *access);

/* Sets the state that a load of the byte by the thread at `time` would leave. */
void hagstone_set_last_load(uint32_t thread, uint64_t address, hagstone_place place, uint64_t time, uint8_t value);

/* Calls `count` for the known loads of the bytes by all threads (bytes 0: of all memory); then, if `forget`, nothing is
 * known of them. */
void hagstone_visit_last_loads(uint64_t address, uint64_t bytes, void (*count)(hagstone_place place, uint64_t bytes),
                               int forget);
void hagstone_forget_last_loads(void);

#ifdef __cplusplus
}
#endif

#endif
