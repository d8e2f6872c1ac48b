// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_REGISTER_FLOW_H
#define HAGSTONE_SYMBOLS_REGISTER_FLOW_H

#include <cstdint>
#include <vector>

#include "module_symbols.h"

namespace hagstone::symbols {

// Where control goes after an instruction.
enum class NextInstruction : uint8_t { following, jump, branch, call, leaves };

// An instruction's effect on registers; a part of a register represents the whole.
struct RegisterFlow {
  enum Trait : uint8_t {
    loads = 1,              // an operand is in memory
    moves = 2,              // its result is the operand itself, at most extended
    conditional_move = 4,
    reads_flags = 8,
    writes_flags = 16
  };
  uint64_t address;
  uint64_t target;          // of direct jumps, branches and calls; 0: none
  uint32_t uses;            // bit r: general register r in the order of its encoding; bit 16 + v: XMMv
  uint32_t defines;         // likewise; without registers in memory addresses of loads and stores
  NextInstruction next;
  uint8_t traits;
};

// The flow through the instructions in [low, high), at most 16 MiB; bytes that are no instruction end it. An
// instruction that zeroes a register (xor r, r) uses nothing. Throws std::runtime_error for a longer or negative range.
std::vector<RegisterFlow> register_flow(ModuleSymbols &module, uint64_t low, uint64_t high);

}  // namespace hagstone::symbols

#endif
