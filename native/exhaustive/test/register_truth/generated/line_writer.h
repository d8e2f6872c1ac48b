// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_REGISTER_TRUTH_LINE_WRITER_H
#define HAGSTONE_REGISTER_TRUTH_LINE_WRITER_H

#include <random>

#include "register_parts.h"

namespace hagstone::register_truth {

// A place in the program's memory, and as an operand.
struct Memory {
  std::string text;
  int64_t address;
};
inline Access load(const Memory &from, unsigned bytes, Element element = Element::bytes) {
  return {false, false, from.address, bytes, element};
}
inline Access store(const Memory &to, unsigned bytes, Element element = Element::bytes) {
  return {true, false, to.address, bytes, element};
}

// The lines of a program as they come, with the random numbers that they are chosen by.
class LineWriter {
 public:
  explicit LineWriter(uint64_t seed) : random_(seed) {}
  std::vector<Line> take() { return std::move(lines_); }
  size_t line_count() const { return lines_.size(); }
  // Line::is_left_out, from this line on.
  void leave_out_from(size_t line) {
    for (; line < lines_.size(); line++) lines_[line].is_left_out = true;
  }

  // Not std::uniform_int_distribution, whose numbers differ between libraries.
  uint64_t below(uint64_t limit) { return random_() % limit; }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <typename T, size_t n>
  T one_of(const T (&items)[n]) {
    return items[below(n)];
  }
  unsigned one_of(std::initializer_list<unsigned> items) { return items.begin()[below(items.size())]; }
  unsigned reg() { return one_of({0u, 0u, 1u, 2u, 3u, 5u, 6u, 7u, 8u, 9u, 10u, 12u}); }
  Memory memory(unsigned bytes);

  Line &instruction(const std::string &text, std::vector<Write> writes, std::vector<Access> accesses = {});
  void label(const std::string &text) { lines_.push_back({text + ":", false}); }
  void directive(const std::string &text) { lines_.push_back({text, false}); }
  void begin_function(const std::string &name);

  // The name of one that is called through a pointer, for which the program must say where it ends.
  static std::string by_pointer(const std::string &function) { return function + "_by_pointer"; }
  void call(const std::string &target);
  void leave();
  void push(unsigned number);
  void pop(unsigned number);
  // By 4 bytes.
  void set(unsigned number, uint64_t value);
  Line &system_call(uint64_t number, std::initializer_list<uint64_t> arguments);

 private:
  void call_by_pointer(const std::string &target);

  std::mt19937_64 random_;
  std::vector<Line> lines_;
  bool function_begins_ = false;
};

}  // namespace hagstone::register_truth

#endif
