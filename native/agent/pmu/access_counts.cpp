// SPDX-License-Identifier: MIT
#include "pmu/access_counts.h"

namespace hagstone {

namespace {

// The PMUs of a hybrid processor are stopped and started one after the other when the thread changes cores: a share of
// the time, and a moment per change, that none of them claims.
constexpr uint64_t change_share = 64;
constexpr uint64_t change_moment = 20'000;  // ns

}  // namespace

void AccessCounts::open(const WantedAccess *kinds, unsigned count, const CounterReading *readings) {
  *this = AccessCounts();
  count_ = count < capacity ? count : capacity;
  for (unsigned i = 0; i < count_; i++) {
    kinds_[i] = kinds[i];
    last_[i] = readings[i];
  }
}

DistanceBreak AccessCounts::check_times(WantedAccess kind, const CounterReading *readings) const {
  uint64_t enabled = 0, running = 0;
  unsigned counters = 0;
  for (unsigned i = 0; i < count_; i++) {
    if (kinds_[i] != kind) continue;
    const uint64_t while_enabled = readings[i].enabled - last_[i].enabled;
    if (while_enabled > enabled) enabled = while_enabled;
    running += readings[i].running - last_[i].running;
    counters++;
  }
  const uint64_t allowed = counters > 1 ? enabled / change_share + change_moment : 0;
  return running + allowed < enabled ? DistanceBreak::multiplexed : DistanceBreak::none;
}

DistanceBreak AccessCounts::advance(const CounterReading *readings) {
  DistanceBreak found = DistanceBreak::none;
  for (unsigned i = 0; i < count_; i++)
    if (readings[i].value < last_[i].value || readings[i].enabled < last_[i].enabled ||
        readings[i].running < last_[i].running)
      found = DistanceBreak::backwards;
  if (found == DistanceBreak::none) found = check_times(WantedAccess::loads, readings);
  if (found == DistanceBreak::none) found = check_times(WantedAccess::stores, readings);
  for (unsigned i = 0; i < count_; i++) {
    if (readings[i].value > last_[i].value) counted_ += readings[i].value - last_[i].value;
    last_[i] = readings[i];
  }
  return found;
}

DistanceBreak AccessCounts::enter(const CounterReading *readings) {
  const DistanceBreak found = advance(readings);
  own_ += unseen_;
  entered_at_ = counted_;
  return found;
}

DistanceBreak AccessCounts::leave(const CounterReading *readings) {
  const DistanceBreak found = advance(readings);
  own_ += counted_ - entered_at_;
  return found;
}

}  // namespace hagstone
