// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_EXHAUSTIVE_LOADING_PROGRAM_H
#define HAGSTONE_EXHAUSTIVE_LOADING_PROGRAM_H

#include <cstdint>
#include <cstring>
#include <vector>

#include "exhaustive/contexts/context_tables.h"
#include "exhaustive/measurement.h"
#include "exhaustive/options.h"
#include "fake_engine.h"
#include "exhaustive/loads/fast_redundant_loads.h"

namespace hagstone::exhaustive::testing {

// Its shadows can be reserved once in a process. Returns null, or why it cannot measure.
inline const char *start_fast_redundant_loads() {
  static const char *const without_tables = hagstone_start_context_tables();
  static const char *const refused = without_tables ? without_tables : hagstone_fast_redundant_loads.start();
  return refused;
}

// A program for a measurement of loads: a page of memory, and accesses that really happen in it.
class LoadingProgram {
 public:
  explicit LoadingProgram(const hagstone_measurement &measurement) : measurement_(measurement) {
    hagstone_options = {};
    measurement_.after_fork();
    memory_ = engine.program_memory(4096);
    context = engine.add_context();
  }

  uint64_t address(uint64_t offset) const { return reinterpret_cast<uint64_t>(memory_.data()) + offset; }

  template <typename T>
  void set(uint64_t offset, T value) {
    std::memcpy(memory_.data() + offset, &value, sizeof value);
  }

  void load(const hagstone_site &site, uint64_t offset, uint32_t thread = 1) { access(site, offset, site.bytes, thread); }

  template <typename T>
  void store(const hagstone_site &site, uint64_t offset, T value, uint32_t thread = 1) {
    std::vector<uint8_t> before(memory_.begin() + static_cast<ptrdiff_t>(offset),
                                memory_.begin() + static_cast<ptrdiff_t>(offset + sizeof value));
    set(offset, value);
    access(site, offset, sizeof value, thread, before.data());
  }

  void access(const hagstone_site &site, uint64_t offset, uint32_t bytes, uint32_t thread,
              const uint8_t *before = nullptr) {
    const hagstone_access each = {&site, address(offset), bytes, context, thread, before};
    measurement_.access(&each);
  }

  uint32_t leaf(const hagstone_site &site) { return engine.leaf(context, site.id); }

  const hagstone_measurement &measurement() const { return measurement_; }

  FakeEngine engine;
  hagstone_calling_context context;  // that runs

 private:
  const hagstone_measurement &measurement_;
  std::span<uint8_t> memory_;
};

}  // namespace hagstone::exhaustive::testing

#endif
