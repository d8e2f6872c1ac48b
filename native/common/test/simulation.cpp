// SPDX-License-Identifier: MIT
#include "simulation.h"

#include "attribution.h"
#include "compare.h"

Simulation::Simulation(const Settings &settings, uint64_t seed) : settings_(settings), watches_(settings.registers) {
  settings_.period = hagstone_nearest_prime(settings.period);
  hagstone_random_seed(&random_, seed, 0);
  hagstone_reservoir_initialize(&reservoir_, settings.reservoir, settings.registers);
  for (uint64_t &until : until_sample_) until = next_period();
}

// Jittered as the agent's, so that no loop keeps step with it.
uint64_t Simulation::next_period() {
  return settings_.period - settings_.period / 4 + hagstone_random_below(&random_, settings_.period / 2 + 1);
}

void Simulation::access(const Access &access) {
  for (uint32_t slot = 0; slot < settings_.registers; slot++)
    if (watches_[slot].armed && watches_[slot].access.address == access.address) touch(slot, access);
  uint64_t &until = until_sample_[access.store];
  if (--until == 0) {
    until = next_period();
    sample(access);
  }
}

bool Simulation::repeats(const Access &earlier, const Access &later) const {
  return hagstone_element_repeats(HAGSTONE_ELEMENT_F64, &earlier.value, &later.value, settings_.tolerance);
}

void Simulation::touch(uint32_t slot, const Access &later) {
  const Watch &watch = watches_[slot];
  if (watch.tool == HAGSTONE_TOOL_DEAD_STORES)
    return trap(slot, later, later.store ? HAGSTONE_RELATION_KILLED_BY : HAGSTONE_RELATION_USED_BY);
  const bool of_stores = watch.tool == HAGSTONE_TOOL_SILENT_STORES;
  if (later.store == of_stores)
    return trap(slot, later,
                repeats(watch.access, later) ? HAGSTONE_RELATION_REDUNDANT_WITH : HAGSTONE_RELATION_CHANGED_BY);
  if (later.store) kept_traps_++;
}

void Simulation::trap(uint32_t slot, const Access &later, hagstone_relation relation) {
  const Watch watch = watches_[slot];
  uint32_t live = 0;
  for (const Watch &other : watches_)
    live += other.armed && other.tool == watch.tool && other.access.context == watch.access.context;
  watches_[slot].armed = false;
  hagstone_reservoir_release(&reservoir_, slot);
  Context &watched = contexts_[{watch.tool, watch.access.context}];
  credit_[watch.tool][{relation, {watch.access.context, later.context}}] +=
      hagstone_attribution_credit(watched.sampled, &watched.accounted, 1, live, settings_.attribution);
  traps_++;
}

void Simulation::sample(const Access &access) {
  std::vector<hagstone_tool> wanting;
  for (hagstone_tool tool : settings_.tools)
    if (access.store == (tool != HAGSTONE_TOOL_REDUNDANT_LOADS)) wanting.push_back(tool);
  if (wanting.empty()) return;
  const hagstone_tool tool = wanting[hagstone_random_below(&random_, wanting.size())];
  samples_++;
  contexts_[{tool, access.context}].sampled++;
  int slot = hagstone_reservoir_offer(&reservoir_, &random_);
  if (slot >= 0) watches_[static_cast<uint32_t>(slot)] = {true, tool, access};
}

uint64_t Simulation::samples_of(hagstone_tool tool) const {
  uint64_t samples = 0;
  for (const auto &[context, counts] : contexts_)
    if (context.first == tool) samples += counts.sampled;
  return samples;
}

std::map<Simulation::Pair, double> Simulation::shares(hagstone_tool tool) const {
  std::map<Pair, double> shares;
  auto found = credit_.find(tool);
  if (found == credit_.end()) return shares;
  double total = 0;
  for (const auto &[key, credit] : found->second) total += credit;
  for (const auto &[key, credit] : found->second) shares[key.second] += credit / total;
  return shares;
}

double Simulation::share_of(hagstone_tool tool, hagstone_relation relation) const {
  auto found = credit_.find(tool);
  if (found == credit_.end()) return 0;
  double total = 0, share = 0;
  for (const auto &[key, credit] : found->second) {
    total += credit;
    share += key.first == relation ? credit : 0;
  }
  return share / total;
}
