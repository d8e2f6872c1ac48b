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

struct Instruction {
  uint64_t address;
  uint8_t length;
  std::string bytes;               // hex
  std::string text;
  std::optional<uint64_t> target;  // of a direct branch or call, or of a RIP-relative operand
  bool constant;                   // the target is an operand in memory that the program cannot write
  std::string target_name;         // "function", "function+0x10" or a data symbol; empty if unknown
};

// Instructions that begin in [low, high), as far as the file holds them. A byte that starts no instruction is ".byte 0x..".
// Throws std::runtime_error if the range is inverted or longer than 16 MiB.
std::vector<Instruction> disassemble(ModuleSymbols &module, uint64_t low, uint64_t high, Syntax syntax);

}  // namespace hagstone::symbols

#endif
