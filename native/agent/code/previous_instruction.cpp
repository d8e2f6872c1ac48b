// SPDX-License-Identifier: MIT
#include "code/previous_instruction.h"

#include "code/instruction.h"

namespace hagstone {

static constexpr uint64_t max_distance = 256 * 1024;

uint64_t previous_instruction(uint64_t inside, uint64_t end, const ModuleMapSnapshot &modules) {
  AddressRange function;
  // Instructions that are decoded from another place soon fall in with those that run.
  if (!modules.function_bounds(inside, function) && !modules.unknown_code_bounds(inside, function)) return 0;
  const uint64_t available = modules.executable_bytes(function.start);
  if (end <= function.start || end - function.start > available || end - function.start > max_distance) return 0;
  for (uint64_t at = function.start; at < end;) {
    const unsigned length = instruction_length(at, end - at);
    if (length == 0) return 0;
    if (at + length == end) return at;
    at += length;
  }
  return 0;
}

}  // namespace hagstone
