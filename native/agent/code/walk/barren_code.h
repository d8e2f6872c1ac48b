// SPDX-License-Identifier: MIT
// Remembers code in which walks found no wanted access, so that the next sample there is abandoned without a stop.
#ifndef HAGSTONE_CODE_BARREN_CODE_H
#define HAGSTONE_CODE_BARREN_CODE_H

#include <stdint.h>

namespace hagstone {

// A direct-mapped table of code lines (16 bytes, to which compilers align loops: a loop of loads and a loop of stores
// may be adjacent), per thread; zero-initialised is empty. A line is barren, for one kind of wanted access, after two
// walks ran out of stops on it without meeting any. Using an entry consumes it, so a wrong or outdated entry is learnt
// again after a while.
class BarrenCode {
 public:
  // Forgets the path of the last walk. `wanted` is the kind of access that the walk looks for, 1 to 3.
  void begin_walk(uint8_t wanted);
  // The walk in progress passes `address`. Lines beyond the first `walk_lines` are not noted.
  void pass(uint64_t address);
  // The walk in progress ran out of stops without meeting a wanted access.
  void learn();
  // The current walk met a wanted access: the entries for the lines that it passed are removed.
  void refute();
  // True if `address` is in barren code; counts as one use of the lesson.
  bool believe(uint64_t address);

 private:
  static constexpr unsigned walk_lines = 128;
  static constexpr unsigned table_bits = 10;
  static constexpr unsigned line_shift = 4;
  static constexpr uint8_t walks_needed = 2;
  static constexpr uint8_t uses = 32;

  struct Entry {
    uint64_t key;  // line number and wanted kind, 0: empty
    uint8_t walks;
    uint8_t uses_left;
  };
  uint64_t key_of(uint64_t address) const { return (address >> line_shift) << 2 | wanted_; }
  Entry &entry_of(uint64_t key) { return entries_[(key * 0x9e3779b97f4a7c15u) >> (64 - table_bits)]; }

  Entry entries_[1u << table_bits] = {};
  uint64_t lines_[walk_lines] = {};
  unsigned line_count_ = 0;
  uint8_t wanted_ = 0;
};

}  // namespace hagstone

#endif
