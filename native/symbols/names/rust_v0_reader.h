// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_RUST_V0_READER_H
#define HAGSTONE_SYMBOLS_RUST_V0_READER_H

#include <cstdint>
#include <string>
#include <string_view>

namespace hagstone::symbols {

// Thrown for every name that breaks the grammar of RFC 2603.
struct MalformedRustName {};

// Reads the smallest parts of a Rust v0 name, "Syntax of mangled names" in RFC 2603, and collects the text that stands
// for it. Throws MalformedRustName.
class RustV0Reader {
 public:
  explicit RustV0Reader(std::string_view name) : input_(name) {}

  // The next character, or NUL at the end.
  char peek() const { return position_ < input_.size() ? input_[position_] : '\0'; }
  char next();
  bool accept(char c);
  bool at_end() const { return position_ == input_.size(); }

  // "_" is 0, else the base-62 digits plus 1.
  uint64_t base_62();
  // 0 without the tag, else the number after it plus 1.
  uint64_t optional_base_62(char tag) { return accept(tag) ? base_62() + 1 : 0; }
  uint64_t disambiguator() { return optional_base_62('s'); }
  std::string identifier();

  size_t position() const { return position_; }
  void move_to(size_t position) { position_ = position; }

  // Adds to the text, if printing is on.
  void print(std::string_view text);
  // A character literal.
  void print_character(uint64_t code);
  std::string &text() { return text_; }
  bool printing = true;

 private:
  std::string_view input_;
  size_t position_ = 0;
  std::string text_;
};

}  // namespace hagstone::symbols

#endif
