// SPDX-License-Identifier: MIT
#include "code/previous_instruction.h"

#include "code/instruction.h"

namespace hagstone {

namespace {

constexpr uint64_t max_distance = 256 * 1024;
constexpr uint64_t settling_distance = 1024;

// Where to decode from. If no function is known, decoding begins anywhere before: within a few instructions it
// synchronises with the executed ones.
bool find_start(uint64_t inside, uint64_t end, const ModuleMapSnapshot &modules, AddressRange &code) {
  if (modules.function_bounds(inside, code)) return true;
  if (!modules.unknown_code_bounds(inside, code)) return false;
  if (end - code.start > settling_distance) code.start = end - settling_distance;
  return true;
}

}  // namespace

void InstructionStarts::forget() {
  for (Entry &entry : entries_) entry = {};
}

bool InstructionStarts::holds(uint64_t block, uint64_t function) const {
  const Entry &entry = entries_[slot_of(block)];
  return entry.function == function && entry.start >> block_bits == block;
}

uint64_t InstructionStarts::before(uint64_t end, uint64_t function) const {
  constexpr unsigned blocks_back = 4;
  uint64_t block = (end - 1) >> block_bits;
  for (unsigned i = 0; i < blocks_back && block > function >> block_bits; i++, block--)
    if (holds(block, function) && entries_[slot_of(block)].start < end) return entries_[slot_of(block)].start;
  return function;
}

void InstructionStarts::pass(uint64_t start, uint64_t function) {
  const uint64_t block = start >> block_bits;
  if (!holds(block, function)) entries_[slot_of(block)] = {function, start};
}

uint64_t previous_instruction(uint64_t inside, uint64_t end, const ModuleMapSnapshot &modules, InstructionStarts *starts) {
  AddressRange function;
  if (!find_start(inside, end, modules, function)) return 0;
  const uint64_t available = modules.executable_bytes(function.start);
  if (end <= function.start || end - function.start > available || end - function.start > max_distance) return 0;
  for (uint64_t at = starts ? starts->before(end, function.start) : function.start; at < end;) {
    if (starts) starts->pass(at, function.start);
    const unsigned length = instruction_length(at, end - at);
    if (length == 0) return 0;
    if (at + length == end) return at;
    at += length;
  }
  return 0;
}

}  // namespace hagstone
