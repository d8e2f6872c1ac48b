// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_REGISTER_TRUTH_RANDOM_INSTRUCTIONS_H
#define HAGSTONE_REGISTER_TRUTH_RANDOM_INSTRUCTIONS_H

#include "line_writer.h"

namespace hagstone::register_truth {

// Instructions of every kind, one after the other or in groups that belong together.
class RandomInstructions {
 public:
  explicit RandomInstructions(LineWriter &writer) : writer_(writer) {}
  // The function that they may call; empty: none.
  void may_call(const std::string &function) { callable_ = function; }
  void body(uint64_t count);

 private:
  void one();
  std::string immediate(unsigned bytes);
  void move();
  void load_from_memory_or_not(unsigned to);
  void integer();
  void multiply_by_constant(unsigned to, unsigned from, unsigned bytes);
  void odd_integer();
  void integer_memory();
  void set_number(unsigned to);
  void vector_move();
  void vector_arithmetic();
  void vector_memory();
  void mmx_group();
  void floating_stack();

  // The writer's, which every instruction is made by.
  uint64_t below(uint64_t limit) { return writer_.below(limit); }
  bool chance(unsigned percent) { return writer_.chance(percent); }
  template <typename T, size_t n>
  T one_of(const T (&items)[n]) {
    return writer_.one_of(items);
  }
  unsigned one_of(std::initializer_list<unsigned> items) { return writer_.one_of(items); }
  unsigned reg() { return writer_.reg(); }
  Memory memory(unsigned bytes) { return writer_.memory(bytes); }
  Line &instruction(const std::string &text, std::vector<Write> writes, std::vector<Access> accesses = {}) {
    return writer_.instruction(text, std::move(writes), std::move(accesses));
  }

  LineWriter &writer_;
  std::string callable_;
};

}  // namespace hagstone::register_truth

#endif
