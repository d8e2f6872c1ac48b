// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_DISASSEMBLER_H
#define HAGSTONE_SYMBOLS_DISASSEMBLER_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "module_symbols.h"

namespace hagstone::symbols {

enum class Syntax { intel, att };

// Instructions one after another, from the first address on, by column.
struct Disassembly {
  static constexpr uint64_t no_target = UINT64_MAX;
  std::vector<uint8_t> length;
  std::string bytes;  // hex, of all instructions
  std::string texts;  // each with a line feed at its end
  std::vector<uint64_t> target;  // of a direct branch or call, or of a RIP-relative operand
  std::vector<uint8_t> constant;  // 1: the target is an operand in memory that the program cannot write
  std::vector<uint32_t> target_name;  // into `names`
  std::vector<std::string> names{{}};  // "function", "function+0x10" or a data symbol; the first is empty: unknown
};

// Instructions that begin in [low, high), as far as the file holds them. A byte that starts no instruction is ".byte 0x..".
// Throws std::runtime_error if the range is inverted or longer than 16 MiB.
Disassembly disassemble(ModuleSymbols &module, uint64_t low, uint64_t high, Syntax syntax);

}  // namespace hagstone::symbols

#endif
