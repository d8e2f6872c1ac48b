// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_UNWIND_TABLES_H
#define HAGSTONE_SYMBOLS_UNWIND_TABLES_H

#include <cstdint>
#include <optional>
#include <vector>

#include "dwarf/code_ranges.h"
#include "elf_file.h"

namespace hagstone::symbols {

// Calls in [low, high) that throw go on at the landing pad.
struct CallSite {
  uint64_t low;
  uint64_t high;
  uint64_t landing_pad;
};

// Data of .eh_frame and .gcc_except_table about functions, read when first needed; files without them have none.
class UnwindTables {
 public:
  explicit UnwindTables(const ElfFile &image) : image_(image) {}

  // The contiguous code that one frame description covers: a function, or the cold part of one.
  std::optional<AddressRange> range_at(uint64_t address);
  // All such code, by address.
  std::vector<AddressRange> ranges();
  // Where exceptions thrown in the range that covers `address` go on in the same function.
  std::vector<CallSite> call_sites(uint64_t address);

 private:
  struct Description {
    uint64_t low;
    uint64_t high;
    uint64_t exceptions;  // of the language-specific data, 0: none
  };
  void read();
  const Description *at(uint64_t address);

  const ElfFile &image_;
  bool read_ = false;
  std::vector<Description> descriptions_;  // by `low`
};

}  // namespace hagstone::symbols

#endif
