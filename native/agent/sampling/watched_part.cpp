// SPDX-License-Identifier: MIT
#include "sampling/watched_part.h"

namespace hagstone {

WatchedPart choose_watched_part(uint64_t address, uint32_t length, hagstone_random &random) {
  uint64_t byte = address + hagstone_random_below(&random, length);
  for (uint32_t part = 8; part > 1; part /= 2) {
    uint64_t start = byte & ~uint64_t{part - 1};
    if (start >= address && start + part <= address + length) return {start, part};
  }
  return {byte, 1};
}

}  // namespace hagstone
