// SPDX-License-Identifier: MIT
#include "code/previous_instruction.h"

#include "code/instruction.h"

namespace hagstone {

namespace {

constexpr uint64_t max_distance = 256 * 1024;
constexpr uint64_t settling_distance = 1024;

// Where to decode from. Where no function is known, decoding begins anywhere before: within a few instructions it falls
// in with those that run.
bool find_start(uint64_t inside, uint64_t end, const ModuleMapSnapshot &modules, AddressRange &code) {
  if (modules.function_bounds(inside, code)) return true;
  if (!modules.unknown_code_bounds(inside, code)) return false;
  if (end - code.start > settling_distance) code.start = end - settling_distance;
  return true;
}

}  // namespace

uint64_t previous_instruction(uint64_t inside, uint64_t end, const ModuleMapSnapshot &modules) {
  AddressRange function;
  if (!find_start(inside, end, modules, function)) return 0;
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
