// SPDX-License-Identifier: MIT
#include "unwind/return_site.h"

namespace hagstone {
namespace {

// Length of FF with its operand (Intel SDM vol. 2, 2.1.5), or 0 if it is not a near call or longer than `available`.
unsigned indirect_call_length(const uint8_t *code, unsigned available) {
  if (code[0] != 0xff || (code[1] >> 3 & 7) != 2) return 0;
  const unsigned mode = code[1] >> 6, base = code[1] & 7;
  if (mode == 3) return 2;
  const unsigned sib = base == 4 ? 1 : 0;
  if (2 + sib > available) return 0;
  if (mode == 1) return 3 + sib;
  const bool no_base = mode == 0 && (sib ? (code[2] & 7) == 5 : base == 5);
  return 2 + sib + (mode == 2 || no_base ? 4 : 0);
}

}  // namespace

bool is_call(const uint8_t *code) {
  if (code[longest_call - 5] == 0xe8) return true;
  for (unsigned length = 2; length <= longest_call; length++)
    if (indirect_call_length(code + longest_call - length, length) == length) return true;
  return false;
}

bool is_behind_call(uint64_t address, const MemoryReader &memory) {
  uint8_t code[longest_call];
  return address >= longest_call && memory(address - longest_call, code, longest_call) && is_call(code);
}

}  // namespace hagstone
