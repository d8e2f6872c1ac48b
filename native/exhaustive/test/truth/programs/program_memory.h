// SPDX-License-Identifier: GPL-2.0-or-later
// The memory that a program has while it is generated: where its accesses may go, and how that changes.
#ifndef HAGSTONE_TRUTH_PROGRAM_MEMORY_H
#define HAGSTONE_TRUTH_PROGRAM_MEMORY_H

#include <optional>
#include <vector>

#include "program.h"
#include "random_values.h"

namespace hagstone::truth {

struct Room {
  uint32_t address;
  uint32_t bytes;
};

class ProgramMemory {
 public:
  // `number`: of the program within its process.
  ProgramMemory(RandomValues& random, uint32_t number);

  Room arena() const { return arena_; }
  // A place for an access. Half of the time the same few bytes, so that accesses meet; functions, which are made before
  // anything is allocated, touch the arena only.
  Room any();
  // A few bytes of one of them, so that accesses of all sizes overlap.
  Room narrow();

  // An allocation, a mapping, or the end or change of one, as an instruction without places; empty if the choice is
  // not possible now. Later accesses go to the memory that exists then.
  std::optional<Instruction> change();

 private:
  struct Mapping {
    uint32_t address;
    uint32_t pages;
  };

  uint32_t heap_of_program() const;
  uint32_t area(uint32_t which) const;
  bool is_free(Room wanted, const Room* besides) const;
  std::optional<Room> new_block(const Room* besides);
  std::optional<Instruction> allocate();
  std::optional<Instruction> release();
  std::optional<Instruction> reallocate();
  std::optional<Instruction> map();
  std::optional<Instruction> unmap();
  std::optional<Instruction> remap();

  RandomValues& random_;
  const uint32_t number_;
  const Room arena_;
  std::vector<Room> blocks_;
  std::optional<Mapping> mapping_;
};

}  // namespace hagstone::truth

#endif
