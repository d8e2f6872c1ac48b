// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_EXHAUSTIVE_VALUES_PROFILED_H
#define HAGSTONE_EXHAUSTIVE_VALUES_PROFILED_H

#include <cstdint>
#include <vector>

#include "exhaustive/values/value_profiler.h"

namespace hagstone::exhaustive::testing {

// One stream of values with its table.
class Profiled {
 public:
  Profiled() : Profiled(full(10, true)) {}
  explicit Profiled(const hagstone_value_settings& settings)
      : settings_(settings), table_(hagstone_top_values_size(settings.table_size) / sizeof(uint64_t) + 1) {
    hagstone_random_seed(&random_, 1, 0);
    hagstone_value_profiler_start(&profiler_, &settings_);
    hagstone_top_values_start(table(), settings_.table_size, settings_.clearing);
  }
  static hagstone_value_settings full(uint32_t size, bool clearing) {
    return {size, clearing, HAGSTONE_VALUE_PROFILE_FULL, 1000, 0};
  }

  void add(uint64_t value, uint64_t times = 1) {
    for (; times > 0; times--) hagstone_profile_value(&profiler_, table(), &settings_, &random_, value);
  }
  void interrupt() { hagstone_value_profiler_interrupt(&profiler_, table()); }
  bool profiles() const { return profiler_.differences != 0; }

  struct Report {
    hagstone_value_table counts;
    std::vector<hagstone_value_count> top;
    double invariance(size_t most) const {
      uint64_t found = 0;
      for (size_t i = 0; i < top.size() && i < most; i++) found += top[i].count;
      return static_cast<double>(found) / static_cast<double>(counts.profiled);
    }
    double repeats() const { return static_cast<double>(counts.repeats) / static_cast<double>(counts.profiled); }
  };
  Report report() {
    std::vector<uint64_t> copy = table_;
    auto* ended = reinterpret_cast<hagstone_top_values*>(copy.data());
    Report result = {};
    hagstone_value_profiler_report(&profiler_, ended, &result.counts);
    result.top.assign(ended->entries, ended->entries + ended->used);
    return result;
  }

 private:
  hagstone_top_values* table() { return reinterpret_cast<hagstone_top_values*>(table_.data()); }

  hagstone_value_settings settings_;
  hagstone_random random_;
  hagstone_value_profiler profiler_;
  std::vector<uint64_t> table_;
};

}  // namespace hagstone::exhaustive::testing

#endif
