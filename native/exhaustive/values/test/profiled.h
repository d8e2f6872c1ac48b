// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_EXHAUSTIVE_VALUES_PROFILED_H
#define HAGSTONE_EXHAUSTIVE_VALUES_PROFILED_H

#include <cstdint>
#include <vector>

#include "exhaustive/values/profile/value_profiler.h"

namespace hagstone::exhaustive::testing {

// One stream of values with its table.
class Profiled {
 public:
  Profiled() : Profiled(full(10, true)) {}
  explicit Profiled(const hagstone_value_settings &settings, uint64_t seed = 1)
      : settings_(settings), memory_(hagstone_value_runs_size(settings.table_size) / sizeof(uint64_t)) {
    hagstone_random_seed(&random_, seed, 0);
    const hagstone_value_profiler started = profiler(memory_, history_);
    hagstone_value_profiler_start(&started);
  }
  static hagstone_value_settings full(uint32_t size, bool clearing) {
    return {size, clearing, HAGSTONE_VALUE_PROFILE_FULL, 1000, 0};
  }

  void add(uint64_t value, uint64_t times = 1) {
    const hagstone_value_profiler adding = profiler(memory_, history_);
    for (; times > 0; times--) hagstone_profile_value(&adding, &random_, value);
  }
  void interrupt() {
    const hagstone_value_profiler interrupted = profiler(memory_, history_);
    hagstone_value_profiler_interrupt(&interrupted);
  }
  bool profiles() const { return pause_.differences != 0; }
  // Executions of a pause that has begun, before the one that ends it.
  uint64_t pause() const { return pause_.due - 1 - run_.executions; }

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
    std::vector<uint64_t> memory = memory_;
    hagstone_value_history history = history_;
    const hagstone_value_profiler ended = profiler(memory, history);
    Report result = {};
    hagstone_value_profiler_report(&ended, &result.counts);
    for (uint32_t i = settings_.table_size; i > 0 && ended.runs->table.entries[i - 1].count; i--)
      result.top.push_back(ended.runs->table.entries[i - 1]);
    return result;
  }

 private:
  hagstone_value_profiler profiler(std::vector<uint64_t> &memory, hagstone_value_history &history) {
    return {&settings_, &run_, &pause_, reinterpret_cast<hagstone_value_runs *>(memory.data()), &history};
  }

  hagstone_value_settings settings_;
  hagstone_random random_;
  hagstone_value_run run_;
  hagstone_value_pause pause_ = {~0ull, 0};
  hagstone_value_history history_;
  std::vector<uint64_t> memory_;
};

}  // namespace hagstone::exhaustive::testing

#endif
