/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lasting_memory.h"

void *hagstone_lasting_memory(uint64_t bytes) {
  /* Those that have a number. Number 0 is none. */
  const uint64_t end = 8ull << 32;
  static uint64_t used;
  if (!used) {
    if (hagstone_reserve_dense_shadow(HAGSTONE_SHADOW_LASTING, end)) return 0;
    used = 8;
  }
  bytes = (bytes + 7) / 8 * 8;
  if (bytes > end - used) return 0;
  void *piece = (void *)(HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LASTING) + used);
  used += bytes;
  return piece;
}
