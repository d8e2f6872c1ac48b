// SPDX-License-Identifier: MIT
#include "simulation.h"

#include "attribution.h"

Simulation::Simulation(const Settings &settings, uint64_t seed) : settings_(settings), watches_(settings.registers) {
  settings_.period = hagstone_nearest_prime(settings.period);
  hagstone_random_seed(&random_, seed, 0);
  hagstone_reservoir_initialize(&reservoir_, settings.reservoir, settings.registers);
  until_sample_ = next_period();
}

// Jittered as the agent's, so that no loop keeps step with it.
uint64_t Simulation::next_period() {
  return settings_.period - settings_.period / 4 + hagstone_random_below(&random_, settings_.period / 2 + 1);
}

void Simulation::store(int context, uint64_t address) {
  for (uint32_t slot = 0; slot < settings_.registers; slot++)
    if (watches_[slot].armed && watches_[slot].address == address) trap(slot, context);
  if (--until_sample_ == 0) {
    until_sample_ = next_period();
    sample(context, address);
  }
}

void Simulation::trap(uint32_t slot, int context) {
  Watch watch = watches_[slot];
  uint32_t live = 0;
  for (const Watch &other : watches_) live += other.armed && other.context == watch.context;
  watches_[slot].armed = false;
  hagstone_reservoir_release(&reservoir_, slot);
  Context &watched = contexts_[watch.context];
  credit_[{watch.context, context}] +=
      hagstone_attribution_credit(watched.sampled, &watched.accounted, live, settings_.attribution);
  traps_++;
}

void Simulation::sample(int context, uint64_t address) {
  samples_++;
  contexts_[context].sampled++;
  int slot = hagstone_reservoir_offer(&reservoir_, &random_);
  if (slot >= 0) watches_[static_cast<uint32_t>(slot)] = {true, address, context};
}

std::map<Simulation::Pair, double> Simulation::shares() const {
  double total = 0;
  for (const auto &[pair, credit] : credit_) total += credit;
  std::map<Pair, double> shares;
  for (const auto &[pair, credit] : credit_) shares[pair] = credit / total;
  return shares;
}
