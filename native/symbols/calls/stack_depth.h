// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_CALLS_STACK_DEPTH_H
#define HAGSTONE_SYMBOLS_CALLS_STACK_DEPTH_H

#include <elfutils/libdw.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "elf/elf_file.h"

namespace hagstone::symbols {

// The stack's state at an instruction, from call frame information.
class StackDepth {
 public:
  explicit StackDepth(const ElfFile &image) : image_(image) {}

  // Whether the return address is on top of the stack when the instruction begins, as where a function begins and before it
  // returns or makes a tail call. Nothing where the file does not describe the address.
  std::optional<bool> is_that_of_entry(uint64_t address);

 private:
  struct End {
    void operator()(Dwarf_CFI *table) const { dwarf_cfi_end(table); }
  };

  const ElfFile &image_;
  bool opened_ = false;
  std::unique_ptr<Dwarf_CFI, End> table_;
};

}  // namespace hagstone::symbols

#endif
