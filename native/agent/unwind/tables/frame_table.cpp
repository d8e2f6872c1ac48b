// SPDX-License-Identifier: MIT
#include "frame_table.h"

namespace hagstone {

// Number of the table's functions that start at or before `address`.
static size_t count_up_to(const FrameTable &table, uint64_t address) {
  const int64_t offset = static_cast<int64_t>(address - table.base);
  size_t low = 0, high = table.entry_count;  // entries before low start at or before, entries from high on after
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (table.entries[middle].function <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static uint64_t at_offset(const FrameTable &table, int32_t offset) {
  return table.base + static_cast<uint64_t>(static_cast<int64_t>(offset));
}

uint64_t find_frame_description(const FrameTable &table, uint64_t address) {
  const size_t count = count_up_to(table, address);
  return count == 0 ? 0 : at_offset(table, table.entries[count - 1].description);
}

uint64_t next_described_function(const FrameTable &table, uint64_t address) {
  const size_t count = count_up_to(table, address);
  return count == table.entry_count ? 0 : at_offset(table, table.entries[count].function);
}

}  // namespace hagstone
