// SPDX-License-Identifier: GPL-2.0-or-later
#include "native_steps.h"

#include <cstring>
#include <unordered_map>

#include "../programs/descriptors.h"
#include "stepped_threads.h"

namespace hagstone::truth {

namespace {

enum class Code { plain, string, system_call };

// Intel's manual, volume 2: prefixes (operand size, repeat, REX) before the operation.
Code decode(uint64_t first_bytes) {
  uint8_t bytes[sizeof first_bytes];
  std::memcpy(bytes, &first_bytes, sizeof bytes);
  bool repeats = false;
  int i = 0;
  for (; i < 7; i++) {
    if (bytes[i] == 0xf2 || bytes[i] == 0xf3)
      repeats = true;
    else if (bytes[i] != 0x66 && (bytes[i] & 0xf0) != 0x40)
      break;
  }
  const uint8_t operation = bytes[i];
  if (operation == 0x0f && i < 7 && bytes[i + 1] == 0x05) return Code::system_call;
  const bool moves_or_stores = operation == 0xa4 || operation == 0xa5 || operation == 0xaa || operation == 0xab;
  return repeats && moves_or_stores ? Code::string : Code::plain;
}

}  // namespace

std::vector<Step> native_steps(const std::string &program) {
  std::vector<Step> steps;
  SteppedThreads stepped(program);
  std::unordered_map<uint64_t, Code> codes;
  for (auto next = SteppedThreads::Next::same; next != SteppedThreads::Next::nobody;) {
    const user_regs_struct before = stepped.registers();
    const auto [known, added] = codes.try_emplace(before.rip);
    if (added) known->second = decode(stepped.code_at(before.rip));
    const Code code = known->second;
    steps.push_back({before.rip});
    if (code == Code::system_call) {
      steps.back().system_call = before.rax;
      steps.back().waits = stepped.waits();
    }
    if (code == Code::string) steps.back().nothing_left = before.rcx == 0;
    next = stepped.step();
    // The processor leaves with the last iteration.
    if (code == Code::string && before.rcx == 1) steps.push_back({before.rip, {}, true});
    // This read is from a timer: other descriptors have nothing to read.
    if (next == SteppedThreads::Next::waited && stepped.registers().rax == sizeof timer_expirations) steps.push_back({0});
  }
  return steps;
}

}  // namespace hagstone::truth
