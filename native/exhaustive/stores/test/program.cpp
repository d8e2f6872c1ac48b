// SPDX-License-Identifier: GPL-2.0-or-later
#include "program.h"

#include <stdexcept>

#include "exhaustive/options.h"

// Translated code is for Valgrind only.
extern "C" {
struct hagstone_code_hooks {};
const hagstone_code_hooks hagstone_stores_code = {};
}

namespace hagstone::exhaustive::testing {

Program::Program(uint64_t tools, size_t memory_bytes) : memory_(engine.program_memory(memory_bytes)) {
  hagstone_options.tools = tools;
  if (const char* problem = hagstone_stores.start()) throw std::runtime_error(problem);
}

// The shadows outlive the program: the next one begins with none of its stores.
Program::~Program() { hagstone_stores.after_fork(); }

Program::Place Program::store_place(uint32_t bytes, uint8_t element, uint32_t thread) {
  return {engine.add_context(0, thread), &engine.add_site(HAGSTONE_STORE, bytes, element), thread};
}

Program::Place Program::load_place(uint32_t bytes, uint32_t thread) {
  return {engine.add_context(0, thread), &engine.add_site(HAGSTONE_LOAD, bytes), thread};
}

void Program::store_bytes(const Place& place, size_t offset, std::span<const uint8_t> value, bool before_known) {
  const std::vector<uint8_t> before(memory_.data() + offset, memory_.data() + offset + value.size());
  std::memcpy(memory_.data() + offset, value.data(), value.size());
  const hagstone_access access = {place.site,    address(offset), static_cast<uint32_t>(value.size()),
                                  place.context, place.thread,    before_known ? before.data() : nullptr};
  hagstone_stores.access(&access);
}

void Program::load(const Place& place, size_t offset, size_t bytes) {
  const hagstone_access access = {place.site,    address(offset), static_cast<uint32_t>(bytes),
                                  place.context, place.thread,    nullptr};
  hagstone_stores.access(&access);
}

void Program::free(size_t offset, size_t bytes) {
  hagstone_stores.memory_ends(address(offset), bytes, HAGSTONE_MEMORY_FREED);
}

hagstone_exact_pair Program::pair(uint32_t tool, const Place& watch, const Place& trap) {
  const hagstone_exact_pair* found = engine.pair(tool, leaf(watch), leaf(trap));
  return found ? *found : hagstone_exact_pair{};
}

hagstone_without_pair Program::without(uint32_t tool, const Place& place) {
  const hagstone_without_pair* found = engine.without_pair(tool, leaf(place));
  return found ? *found : hagstone_without_pair{};
}

}  // namespace hagstone::exhaustive::testing
