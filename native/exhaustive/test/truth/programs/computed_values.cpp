// SPDX-License-Identifier: GPL-2.0-or-later
#include "computed_values.h"

#include <algorithm>
#include <cstring>

namespace hagstone::truth {

uint64_t number_of(const std::string& bytes) {
  uint64_t number = 0;
  std::memcpy(&number, bytes.data(), std::min<size_t>(bytes.size(), 8));
  return number;
}

uint64_t changed(Change change, uint64_t old, uint64_t operand) {
  switch (change) {
    case Change::add: return old + operand;
    case Change::subtract: return old - operand;
    case Change::exclusive_or: return old ^ operand;
    case Change::inclusive_or: return old | operand;
    case Change::conjunction: return old & operand;
    case Change::increment: return old + 1;
    case Change::decrement: return old - 1;
    case Change::negate: return 0 - old;
    case Change::invert: return ~old;
    case Change::double_it: return old << 1;
    case Change::set_bit_3: return old | 8;
    case Change::none: return operand;
  }
  return operand;
}

std::string vector_after(std::string_view mnemonic, const std::string& before, const std::string& value) {
  const size_t bytes = value.size();
  if (bytes == 32) return value;
  if (mnemonic == "movddup") return value + value + before.substr(16);
  if (mnemonic.starts_with("v")) {  // broadcast to 16 bytes
    std::string repeated;
    while (repeated.size() < 16) repeated += value;
    return repeated + std::string(16, 0);
  }
  if (mnemonic == "movlps" || mnemonic == "movlpd" || bytes == 16) return value + before.substr(bytes);
  return value + std::string(16 - bytes, 0) + before.substr(16);
}

}  // namespace hagstone::truth
