// SPDX-License-Identifier: MIT
// Remembers code in which walks found no wanted access, so that the next sample there is given up without a stop.
#ifndef HAGSTONE_CODE_BARREN_CODE_H
#define HAGSTONE_CODE_BARREN_CODE_H

#include <stdint.h>

namespace hagstone {

// A direct-mapped table of code lines (64 bytes), per thread; zero-initialised is empty. A line is barren after two
// walks ran out of stops on it without meeting a wanted access. Believing it uses the entry up, so that a wrong or
// outdated lesson is learnt anew after a while.
class BarrenCode {
 public:
  static constexpr unsigned walk_lines = 32;

  // Forgets the path of the last walk.
  void begin_walk() { line_count_ = 0; }
  // Notes that the walk in progress passed `address` (lines beyond the first walk_lines ones are not noted).
  void pass(uint64_t address);
  // The walk in progress ran out of stops without meeting a wanted access.
  void learn();
  // True if `address` lies in barren code; counts as one use of the lesson.
  bool believe(uint64_t address, uint8_t wanted);
  void set_wanted(uint8_t wanted) { wanted_ = wanted; }

 private:
  static constexpr unsigned table_size = 256;
  static constexpr unsigned line_shift = 6;
  static constexpr uint8_t walks_needed = 2;
  static constexpr uint8_t uses = 32;

  struct Entry {
    uint64_t key;   // line number and wanted kind, 0: empty
    uint8_t walks;  // barren walks seen
    uint8_t uses_left;
  };
  uint64_t key_of(uint64_t address, uint8_t wanted) const { return (address >> line_shift) << 2 | wanted; }
  static unsigned slot_of(uint64_t key) { return static_cast<unsigned>((key * 0x9e3779b97f4a7c15u) >> 56); }

  Entry entries_[table_size] = {};
  uint64_t lines_[walk_lines] = {};
  unsigned line_count_ = 0;
  uint8_t wanted_ = 0;
};

}  // namespace hagstone

#endif
