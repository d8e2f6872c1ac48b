// SPDX-License-Identifier: GPL-2.0-or-later
#include "program.h"

#include <algorithm>
#include <stdexcept>

#include "exhaustive/options.h"
#include "exhaustive/stores/memory/last_stores.h"

// Translated code is for Valgrind only.
extern "C" {
struct hagstone_code_hooks {};
const hagstone_code_hooks hagstone_stores_code = {};
}

namespace hagstone::exhaustive::testing {

Program::Program(uint64_t tools, size_t memory_bytes, uint32_t tolerance) : memory_(engine.program_memory(memory_bytes)) {
  engine.tolerance = tolerance;
  hagstone_options.tools = tools;
  if (const char *problem = hagstone_stores.start()) throw std::runtime_error(problem);
}

// The shadows outlive the program: the next one begins with none of its stores.
Program::~Program() { hagstone_stores.after_fork(); }

Program::Place Program::store_place(uint32_t bytes, uint8_t element, uint32_t thread) {
  return {engine.add_context(0, thread), &engine.add_site(HAGSTONE_STORE, bytes, element), thread};
}

Program::Place Program::load_place(uint32_t bytes, uint32_t thread) {
  return {engine.add_context(0, thread), &engine.add_site(HAGSTONE_LOAD, bytes), thread};
}

void Program::store_bytes(const Place &place, size_t offset, std::span<const uint8_t> value, bool before_known) {
  const std::vector<uint8_t> before(memory_.data() + offset, memory_.data() + offset + value.size());
  std::memcpy(memory_.data() + offset, value.data(), value.size());
  if (through_code) {
    tell_store_as_code(place, address(offset), before);
    return;
  }
  const hagstone_access access = {place.site,    address(offset), static_cast<uint32_t>(value.size()),
                                  place.context, place.thread,    before_known ? before.data() : nullptr};
  hagstone_stores.access(&access);
}

void Program::tell_store_as_code(const Place &place, uint64_t address, std::vector<uint8_t> before) {
  const uint64_t owner = hagstone_owner_of_place(hagstone_place_of(place.context, place.site->id), HAGSTONE_OWNER_VALID);
  const size_t bytes = before.size();
  before.resize(std::max<size_t>(32, bytes));
  uint64_t words[4];
  std::memcpy(words, before.data(), sizeof words);
  switch (bytes) {
    case 1: hagstone_stored_1(address, owner, words[0]); return;
    case 2: hagstone_stored_2(address, owner, words[0]); return;
    case 4: hagstone_stored_4(address, owner, words[0]); return;
    case 8: hagstone_stored_8(address, owner, words[0]); return;
    case 16: hagstone_stored_16(address, owner, words[0], words[1]); return;
    case 32: hagstone_stored_32(address, owner, words[0], words[1], words[2], words[3]); return;
    default: break;
  }
  // The code keeps the old value before the store.
  const std::vector<uint8_t> after(reinterpret_cast<uint8_t *>(address), reinterpret_cast<uint8_t *>(address) + bytes);
  before.resize(bytes);
  std::memcpy(reinterpret_cast<void *>(address), before.data(), bytes);
  hagstone_will_store(address, bytes);
  std::memcpy(reinterpret_cast<void *>(address), after.data(), bytes);
  hagstone_stored(address, owner, bytes);
}

void Program::load(const Place &place, size_t offset, size_t bytes) {
  if (through_code) {
    hagstone_loaded(address(offset), place.context, bytes);
    return;
  }
  const hagstone_access access = {place.site,    address(offset), static_cast<uint32_t>(bytes),
                                  place.context, place.thread,    nullptr};
  hagstone_stores.access(&access);
}

void Program::free(size_t offset, size_t bytes) {
  hagstone_stores.memory_ends(address(offset), bytes, HAGSTONE_MEMORY_FREED);
}

hagstone_exact_pair Program::pair(uint32_t tool, const Place &watch, const Place &trap) {
  hagstone_stores.refresh();
  const hagstone_exact_pair *found = engine.pair(tool, leaf(watch), leaf(trap));
  return found ? *found : hagstone_exact_pair{};
}

hagstone_without_pair Program::without(uint32_t tool, const Place &place) {
  hagstone_stores.refresh();
  const hagstone_without_pair *found = engine.without_pair(tool, leaf(place));
  return found ? *found : hagstone_without_pair{};
}

}  // namespace hagstone::exhaustive::testing
