// SPDX-License-Identifier: MIT
#include "unwind/frame_table.h"

namespace hagstone {

uint64_t find_frame_description(const FrameTable &table, uint64_t address) {
  const int64_t offset = static_cast<int64_t>(address - table.base);
  size_t low = 0, high = table.entry_count;  // entries before low start at or before, entries from high on after
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (table.entries[middle].function <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return 0;
  return table.base + static_cast<uint64_t>(static_cast<int64_t>(table.entries[low - 1].description));
}

}  // namespace hagstone
