// SPDX-License-Identifier: MIT
// Call frame information of one module: its .eh_frame bytes and the sorted search table over them.
#ifndef HAGSTONE_UNWIND_FRAME_TABLE_H
#define HAGSTONE_UNWIND_FRAME_TABLE_H

#include <stddef.h>
#include <stdint.h>

namespace hagstone {

// Bytes that represent the run-time addresses [address, address + size); they may be a private copy.
struct SectionBytes {
  const uint8_t *bytes;
  uint64_t address;
  size_t size;
  bool contains(uint64_t runtime_address) const { return runtime_address >= address && runtime_address - address < size; }
};

// Entry of the search table as linkers write it into .eh_frame_hdr (LSB, section 10.6.2, DW_EH_PE_datarel |
// DW_EH_PE_sdata4): both offsets are relative to FrameTable::base. Ascending by function.
struct FrameTableEntry {
  int32_t function;
  int32_t description;  // the FDE
};

struct FrameTable {
  const FrameTableEntry *entries;
  size_t entry_count;
  uint64_t base;        // run-time address
  SectionBytes frames;  // .eh_frame
};

// Run-time address of the last FDE in the table that starts at or before `address`; 0 if there is none. Does not check
// the FDE's own range. Safe in signal handlers.
uint64_t find_frame_description(const FrameTable &table, uint64_t address);

// Start of the first function in the table after `address`; 0 if there is none. Safe in signal handlers.
uint64_t next_described_function(const FrameTable &table, uint64_t address);

}  // namespace hagstone

#endif
