// SPDX-License-Identifier: MIT
#include "calls/stack_depth.h"

#include <dwarf.h>

#include <cstdlib>

namespace hagstone::symbols {
namespace {

constexpr Dwarf_Word stack_pointer = 7;  // DWARF's number of RSP

}  // namespace

std::optional<bool> StackDepth::is_that_of_entry(uint64_t address) {
  if (!opened_) {
    opened_ = true;
    table_.reset(dwarf_getcfi_elf(image_.handle()));
  }
  Dwarf_Frame *row = nullptr;
  if (table_ == nullptr || dwarf_cfi_addrframe(table_.get(), address, &row) != 0) return std::nullopt;
  const std::unique_ptr<Dwarf_Frame, decltype(&std::free)> owned(row, &std::free);
  Dwarf_Op *operations = nullptr;
  size_t count = 0;
  if (dwarf_frame_cfa(row, &operations, &count) != 0 || count == 0) return std::nullopt;
  const Dwarf_Op &first = operations[0];
  if (first.atom == DW_OP_bregx) return count == 1 && first.number == stack_pointer && first.number2 == 8;
  return count == 1 && first.atom == DW_OP_breg0 + stack_pointer && first.number == 8;
}

}  // namespace hagstone::symbols
