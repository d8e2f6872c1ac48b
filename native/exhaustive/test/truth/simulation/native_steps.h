// SPDX-License-Identifier: GPL-2.0-or-later
// The instructions that a generated program executes on the processor, without the engine.
#ifndef HAGSTONE_TRUTH_NATIVE_STEPS_H
#define HAGSTONE_TRUTH_NATIVE_STEPS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hagstone::truth {

struct Step {
  uint64_t instruction;                      // its address; 0: none, but a system call in which a thread waited ends
  std::optional<uint64_t> system_call = {};  // its number
  bool nothing_left = false;                 // of a string instruction: no further iteration
  bool waits = false;                        // its system call ends later, with a step of its own
};

// Every instruction that `program` executes, in order. A rep string instruction is one step for each iteration and one more
// that finds nothing left. Throws std::runtime_error if it does not end with status 0.
std::vector<Step> native_steps(const std::string &program);

}  // namespace hagstone::truth

#endif
