// SPDX-License-Identifier: MIT
// A loaded object of the process (module_map.h).
#ifndef HAGSTONE_UNWIND_MODULE_H
#define HAGSTONE_UNWIND_MODULE_H

#include <stddef.h>
#include <stdint.h>

#include "unwind/tables/frame_table.h"

namespace hagstone {

struct AddressRange {
  uint64_t start;
  uint64_t end;  // one past the last byte
  bool contains(uint64_t address) const { return address >= start && address < end; }
};

// A function without call frame information; offsets from FunctionTable::base.
struct FunctionEntry {
  uint32_t start;
  uint32_t end;  // one past the last byte
};

struct FunctionTable {
  const FunctionEntry *entries;  // ascending by start, without overlaps
  size_t count;
  uint64_t base;  // run-time address
  size_t mapped_bytes;
};

struct Module {
  static constexpr unsigned max_executable_ranges = 4;
  static constexpr unsigned max_build_id = 64;
  static constexpr unsigned max_path = 1024;

  uint32_t index;  // from 1, never used again
  uint64_t bias;
  uint64_t start;  // lowest and one past the highest run-time address
  uint64_t end;
  AddressRange executable[max_executable_ranges];
  unsigned executable_count;
  uint64_t loader_entry;  // run-time address at which the kernel starts the dynamic loader; 0 in all other modules
  FrameTable frames;  // frames.entry_count is 0 if the module has no usable call frame information
  FunctionTable functions;  // those that no call frame information describes
  bool from_start;    // found by the first refresh: its tables and code are read where they are
  bool unsafe;        // without usable call frame information (statistic unsafe_modules)
  uint16_t build_id_length;
  uint16_t path_length;
  uint8_t build_id[max_build_id];
  char path[max_path];  // zero-terminated; absolute for the main program, "[vdso]" for the vDSO

  bool executes(uint64_t address) const {
    for (unsigned i = 0; i < executable_count; i++)
      if (executable[i].contains(address)) return true;
    return false;
  }
};

}  // namespace hagstone

#endif
