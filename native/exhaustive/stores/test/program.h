// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_EXHAUSTIVE_STORES_TEST_PROGRAM_H
#define HAGSTONE_EXHAUSTIVE_STORES_TEST_PROGRAM_H

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "exhaustive/stores/stores.h"
#include "fake_engine.h"

namespace hagstone::exhaustive::testing {

// A program that consists of its accesses: stores and loads by places, on memory of its own.
class Program {
 public:
  explicit Program(uint64_t tools = 1ull << HAGSTONE_TOOL_DEAD_STORES | 1ull << HAGSTONE_TOOL_SILENT_STORES,
                   size_t memory_bytes = 8192, uint32_t tolerance = 10'000'000);
  ~Program();

  struct Place {
    hagstone_calling_context context;
    const hagstone_site *site;
    uint32_t thread;
  };
  Place store_place(uint32_t bytes, uint8_t element = 0, uint32_t thread = 1);
  Place load_place(uint32_t bytes, uint32_t thread = 1);

  uint64_t address(size_t offset) const { return reinterpret_cast<uint64_t>(memory_.data() + offset); }
  uint8_t *bytes(size_t offset) { return memory_.data() + offset; }

  void store_bytes(const Place &place, size_t offset, std::span<const uint8_t> value, bool before_known = true);
  template <typename T>
    requires std::is_trivially_copyable_v<T>
  void store(const Place &place, size_t offset, const T &value) {
    uint8_t raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof raw);
    store_bytes(place, offset, raw);
  }
  void load(const Place &place, size_t offset, size_t bytes);
  void free(size_t offset, size_t bytes);
  void finish() { hagstone_stores.finish(); }

  // Counters, zeros where there are none.
  hagstone_exact_pair pair(uint32_t tool, const Place &watch, const Place &trap);
  hagstone_without_pair without(uint32_t tool, const Place &place);

  // Accesses as translated code tells them where it does not decide by itself; otherwise as the engine tells them.
  bool through_code = false;
  FakeEngine engine;

 private:
  void tell_store_as_code(const Place &place, uint64_t address, std::vector<uint8_t> before);
  uint32_t leaf(const Place &place) { return engine.leaf(place.context, place.site->id); }

  std::span<uint8_t> memory_;
};

}  // namespace hagstone::exhaustive::testing

#endif
