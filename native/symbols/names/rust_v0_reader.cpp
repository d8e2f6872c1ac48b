// SPDX-License-Identifier: MIT
#include "rust_v0_reader.h"

#include "punycode.h"
#include "utf8.h"

namespace hagstone::symbols {
namespace {

// Back references can multiply without bound in a hostile name.
constexpr size_t max_text = 1 << 16;

int digit_62(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  return c >= 'A' && c <= 'Z' ? c - 'A' + 36 : -1;
}

}  // namespace

char RustV0Reader::next() {
  if (at_end()) throw MalformedRustName{};
  return input_[position_++];
}

bool RustV0Reader::accept(char c) {
  if (peek() != c) return false;
  ++position_;
  return true;
}

uint64_t RustV0Reader::base_62() {
  if (accept('_')) return 0;
  uint64_t value = 0;
  while (!accept('_')) {
    const int digit = digit_62(next());
    if (digit < 0 || value > (UINT64_MAX - 63) / 62) throw MalformedRustName{};
    value = value * 62 + static_cast<uint64_t>(digit);
  }
  return value + 1;
}

std::string RustV0Reader::identifier() {
  const bool punycode = accept('u');
  size_t length = 0;
  if (peek() < '0' || peek() > '9') throw MalformedRustName{};
  if (!accept('0')) {
    while (peek() >= '0' && peek() <= '9' && length < input_.size())
      length = length * 10 + static_cast<size_t>(next() - '0');
  }
  accept('_');
  if (length > input_.size() - position_) throw MalformedRustName{};
  const std::string_view bytes = input_.substr(position_, length);
  position_ += length;
  if (!punycode) return std::string(bytes);
  const auto decoded = decode_punycode(bytes);
  if (!decoded) throw MalformedRustName{};
  return *decoded;
}

void RustV0Reader::print(std::string_view text) {
  if (!printing) return;
  text_ += text;
  if (text_.size() > max_text) throw MalformedRustName{};
}

void RustV0Reader::print_character(uint64_t code) {
  if (code > 0x10FFFF) throw MalformedRustName{};
  std::string quoted = "'";
  switch (code) {
    case '\t': quoted += "\\t"; break;
    case '\r': quoted += "\\r"; break;
    case '\n': quoted += "\\n"; break;
    case '\'': quoted += "\\'"; break;
    case '\\': quoted += "\\\\"; break;
    default: append_utf8(quoted, static_cast<uint32_t>(code));
  }
  print(quoted + "'");
}

}  // namespace hagstone::symbols
