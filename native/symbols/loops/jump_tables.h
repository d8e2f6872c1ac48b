// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_LOOPS_JUMP_TABLES_H
#define HAGSTONE_SYMBOLS_LOOPS_JUMP_TABLES_H

#include <cstdint>
#include <optional>
#include <vector>

#include "elf/elf_file.h"
#include "loops/function_code.h"
#include "loops/relative_relocations.h"

namespace hagstone::symbols {

// Where the indirect jumps of one function go, as far as it can be read off their tables:
//   jmp [table + i*8]                                         addresses, not position independent
//   lea b,[rip+table]; jmp [b + i*8]                          addresses, perhaps by relocations (computed goto)
//   lea b,[rip+table]; movsxd a,[b + i*4]; add a,b; jmp a     offsets from the table (switch, position independent)
// as GCC and Clang write them, with the instructions in between, hoisted or spilled as they like. An entry counts only
// if an instruction of the function begins there, so a table that was guessed wrongly is empty.
// The amount read and searched for one function is bounded; jumps beyond that stay without a table.
class JumpTables {
 public:
  JumpTables(const ElfFile &image, RelativeRelocations &relocations, const FunctionCode &code)
      : image_(image), relocations_(relocations), code_(code) {}

  // Addresses that the indirect jump at this index may go to, ascending; empty if its table was not found. Nothing for
  // a jump without an index: a call in tail position.
  std::optional<std::vector<uint64_t>> targets(size_t jump);

 private:
  // A register gets an address, another register's value, or an unknown value.
  struct Definition {
    size_t index;
    ZydisRegister written;
    ZydisRegister copied;  // ZYDIS_REGISTER_NONE: no copy
    std::optional<uint64_t> address;
  };

  std::optional<std::vector<uint64_t>> through_register(size_t jump);
  // The address that the register held before the instruction, if one was put there.
  std::optional<uint64_t> address_in(ZydisRegister wanted, size_t before);
  Definition definition(const FullInstruction &each, size_t index) const;
  void collect_definitions();
  // How many entries the comparison, or the mask, ahead of the load lets through.
  std::optional<uint64_t> entry_count(size_t before) const;
  std::vector<uint64_t> addresses(uint64_t table, std::optional<uint64_t> count);
  std::vector<uint64_t> offsets(uint64_t table, std::optional<uint64_t> count);
  // The bytes of at most `count` entries, an unknown number if there is none.
  std::vector<uint8_t> entries(uint64_t table, std::optional<uint64_t> count, size_t entry_size);

  const ElfFile &image_;
  RelativeRelocations &relocations_;
  const FunctionCode &code_;
  uint64_t steps_left_ = 4'000'000;  // entries to read and definitions to look at
  std::optional<std::vector<Definition>> definitions_;  // addresses and copies only, by index
};

}  // namespace hagstone::symbols

#endif
