// SPDX-License-Identifier: GPL-2.0-or-later
#include "exhaustive/objects/fake_program_memory.h"

#include <stdexcept>

#include "exhaustive/objects/program_memory.h"

namespace hagstone::exhaustive::testing {

namespace {

FakeProgramMemory *memory = nullptr;
uint32_t last_module = 0;

const FakeProgramMemory::Symbol *symbol_at(uint64_t address) {
  for (const auto &each : memory->symbols)
    if (address - each.start < each.bytes) return &each;
  return nullptr;
}

}  // namespace

FakeProgramMemory::FakeProgramMemory() : module(++last_module) {
  if (memory) throw std::logic_error("one program at a time");
  memory = this;
}

FakeProgramMemory::~FakeProgramMemory() { memory = nullptr; }

}  // namespace hagstone::exhaustive::testing

using namespace hagstone::exhaustive::testing;

extern "C" {

int hagstone_is_in_stack(uint64_t address) {
  for (const auto &[first, end] : memory->stacks)
    if (address >= first && address < end) return 1;
  return 0;
}

int hagstone_is_in_module(uint64_t address) { return symbol_at(address) != nullptr; }

int hagstone_static_symbol_at(uint64_t address, hagstone_static_symbol *symbol) {
  memory->questions++;
  const FakeProgramMemory::Symbol *found = symbol_at(address);
  if (!found) return 0;
  *symbol = {found->start, found->bytes, memory->module, found->offset, found->name.c_str()};
  return 1;
}
}
