// SPDX-License-Identifier: MIT
#include "reuse_simulation.h"

#include "attribution.h"

ReuseSimulation::ReuseSimulation(const Settings &settings, uint64_t seed)
    : settings_(settings), watches_(settings.registers) {
  settings_.period = hagstone_nearest_prime(settings.period);
  hagstone_random_seed(&random_, seed, 0);
  hagstone_reservoir_initialize(&reservoir_, settings.reservoir, settings.registers);
  until_sample_ = next_period();
}

// Jittered as the agent's, so that no loop keeps step with it.
uint64_t ReuseSimulation::next_period() {
  return settings_.period - settings_.period / 4 + hagstone_random_below(&random_, settings_.period / 2 + 1);
}

void ReuseSimulation::access(uint32_t place, uint64_t location) {
  time_++;
  for (uint32_t slot = 0; slot < settings_.registers; slot++)
    if (watches_[slot].armed && watches_[slot].location == location) trap(slot);
  if (--until_sample_ == 0) {
    until_sample_ = next_period();
    sample(place, location);
  }
}

void ReuseSimulation::trap(uint32_t slot) {
  const Watch watch = watches_[slot];
  uint32_t live = 0;
  for (const Watch &other : watches_) live += other.armed && other.place == watch.place;
  watches_[slot].armed = false;
  hagstone_reservoir_release(&reservoir_, slot);
  const double credit =
      hagstone_attribution_credit(sampled_[watch.place], &accounted_[watch.place], 1, live, settings_.attribution);
  observed_.push_back({time_ - watch.time, watch.place, credit, false});
}

void ReuseSimulation::censor(const Watch &watch) { observed_.push_back({time_ - watch.time, watch.place, 0, true}); }

void ReuseSimulation::sample(uint32_t place, uint64_t location) {
  sampled_[place]++;
  const int slot = hagstone_reservoir_offer(&reservoir_, &random_);
  if (slot < 0) return;
  Watch &watch = watches_[static_cast<uint32_t>(slot)];
  if (watch.armed) censor(watch);
  watch = {true, location, time_, place};
}

void ReuseSimulation::finish() {
  for (Watch &watch : watches_) {
    if (watch.armed) censor(watch);
    watch.armed = false;
  }
}
