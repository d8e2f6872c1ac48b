// SPDX-License-Identifier: MIT
#include "process_pace.h"

namespace hagstone {

namespace {

// The rest is for costs that cannot be measured in the thread: caches that the profiler evicts, its start.
constexpr double used_part = 0.8;
constexpr uint32_t longest_factor = 1024;  // of the steady period, as AdaptivePeriod has it

}  // namespace

void ProcessPace::open(const PaceSettings &settings, hagstone_pace *shared) {
  settings_ = settings;
  own_ = {};
  known_ = shared ? shared : &own_;
  __atomic_store_n(&early_left_, static_cast<int64_t>(settings.early_time), __ATOMIC_RELAXED);
}

uint32_t ProcessPace::early_periods() const {
  const uint64_t interrupts = __atomic_load_n(&known_->interrupts, __ATOMIC_RELAXED);
  const uint64_t cost = __atomic_load_n(&known_->cost, __ATOMIC_RELAXED);
  if (!settings_.max_overhead || !interrupts) return settings_.early_periods;
  constexpr double million = 1e6;
  const double share = used_part * settings_.max_overhead / million;
  const double wanted = static_cast<double>(cost) / static_cast<double>(interrupts) * (1 - share) / share /
                        static_cast<double>(settings_.base_period);
  const double longest = static_cast<double>(settings_.steady_periods) * longest_factor;
  if (wanted >= longest) return settings_.steady_periods * longest_factor;
  const auto periods = static_cast<uint32_t>(wanted) + 1;
  return periods < settings_.early_periods ? settings_.early_periods : periods;
}

void ProcessPace::count(uint32_t periods, uint64_t cost) {
  __atomic_fetch_sub(&early_left_, static_cast<int64_t>(periods * settings_.base_period), __ATOMIC_RELAXED);
  __atomic_fetch_add(&known_->cost, cost, __ATOMIC_RELAXED);
  __atomic_fetch_add(&known_->interrupts, uint64_t{1}, __ATOMIC_RELAXED);
}

}  // namespace hagstone
