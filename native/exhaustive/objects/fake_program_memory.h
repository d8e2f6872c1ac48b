// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_EXHAUSTIVE_FAKE_PROGRAM_MEMORY_H
#define HAGSTONE_EXHAUSTIVE_FAKE_PROGRAM_MEMORY_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hagstone::exhaustive::testing {

// program_memory.h for tests: the test sets symbols and stacks. Each has a module of its own, whose index, as in
// the engine, is never used again.
class FakeProgramMemory {
 public:
  FakeProgramMemory();
  ~FakeProgramMemory();
  FakeProgramMemory(const FakeProgramMemory &) = delete;
  FakeProgramMemory &operator=(const FakeProgramMemory &) = delete;

  struct Symbol {
    uint64_t start, bytes, offset;
    std::string name;
  };
  std::vector<Symbol> symbols;  // of the module
  std::vector<std::pair<uint64_t, uint64_t>> stacks;  // from, up to but not including
  int questions = 0;  // for symbols
  const uint32_t module;
};

}  // namespace hagstone::exhaustive::testing

#endif
