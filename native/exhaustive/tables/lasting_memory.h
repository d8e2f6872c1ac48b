/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Memory for small permanent objects. Objects that are created one after the other are adjacent. */
#ifndef HAGSTONE_LASTING_MEMORY_H
#define HAGSTONE_LASTING_MEMORY_H

#include <stdint.h>

#include "exhaustive/shadow.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Zeroed memory in pieces that lie side by side, aligned to 8 bytes, never given back; null when there is none. */
void *hagstone_lasting_memory(uint64_t bytes);

/* Such a piece as a number, not 0. */
static inline uint32_t hagstone_lasting_number(const void *piece) {
  return (uint32_t)(((uint64_t)piece - HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LASTING)) / 8);
}
static inline void *hagstone_lasting_piece(uint32_t number) {
  return (void *)(HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LASTING) + 8 * (uint64_t)number);
}

#ifdef __cplusplus
}
#endif

#endif
