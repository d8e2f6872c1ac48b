// SPDX-License-Identifier: GPL-2.0-or-later
// The processor's execution of a program, instruction by instruction.
#ifndef HAGSTONE_REGISTER_TRUTH_NATIVE_RUN_H
#define HAGSTONE_REGISTER_TRUTH_NATIVE_RUN_H

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "generated/listing.h"

namespace hagstone::register_truth {

struct Registers {
  uint64_t instruction;  // address of the one that comes next
  std::array<uint64_t, 16> general;  // as encoded: RAX RCX RDX RBX RSP RBP RSI RDI R8 …
  std::array<std::array<uint8_t, 32>, 16> vector;
  std::array<std::array<uint8_t, 10>, 8> x87;  // by place in the register file
  uint8_t x87_top;
};

// One instruction: the registers before and after it, and the memory that it loaded or stored, access by access.
struct Step {
  const Line &line;
  uint64_t address;
  const Registers &before;
  const Registers &after;
  const std::vector<std::string> &accessed;
  uint32_t thread;  // from 1, in the order of creation
};

// The events of a run. A system call is reported before it is made, with `after` as if the kernel wrote nothing, and
// once more when it has ended.
struct RunTold {
  std::function<void(const Step &)> step;
  std::function<void(uint32_t thread)> system_call_ends;
};

// Why programs cannot be run step by step on this machine; empty if they can.
std::string why_not_run_natively();

// Runs the program under ptrace until it exits. `places`: addresses of the instructions of `lines`, in their order. Throws
// std::runtime_error if it cannot, or if the program deviates from the lines.
void run_natively(const std::string &program, const std::vector<Line> &lines, const std::vector<uint64_t> &places,
                  const RunTold &tell);

}  // namespace hagstone::register_truth

#endif
