/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Memory of the engine beside hagstone_memory (measurement.h). */
#ifndef HAGSTONE_ENGINE_MEMORY_H
#define HAGSTONE_ENGINE_MEMORY_H

#include <stdint.h>

/* Zeroed memory in small pieces, never given back; null when there is none. */
void *hagstone_lasting_memory(uint64_t bytes);

#endif
