// SPDX-License-Identifier: MIT
// A sampler of dead stores over a stream of stores: what the agent and the virtual PMU do with the same algorithms.
#ifndef HAGSTONE_COMMON_TEST_SIMULATION_H
#define HAGSTONE_COMMON_TEST_SIMULATION_H

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "random.h"
#include "reservoir.h"

struct Settings {
  uint32_t registers;
  uint64_t period;  // stores
  uint32_t reservoir;
  uint32_t attribution;
};

class Simulation {
 public:
  explicit Simulation(const Settings &settings, uint64_t seed);

  // `context` stores to `address`, which is all of what it accesses.
  void store(int context, uint64_t address);

  using Pair = std::pair<int, int>;  // contexts of the dead and the killing store
  // Share of each pair in all credit.
  std::map<Pair, double> shares() const;
  uint64_t traps() const { return traps_; }
  uint64_t samples() const { return samples_; }

 private:
  struct Watch {
    bool armed = false;
    uint64_t address = 0;
    int context = 0;
  };
  struct Context {
    uint64_t sampled = 0;
    double accounted = 0;
  };
  void trap(uint32_t slot, int context);
  void sample(int context, uint64_t address);
  uint64_t next_period();

  Settings settings_;
  hagstone_random random_;
  hagstone_reservoir_state reservoir_;
  std::vector<Watch> watches_;
  std::map<int, Context> contexts_;
  std::map<Pair, double> credit_;
  uint64_t until_sample_;
  uint64_t traps_ = 0;
  uint64_t samples_ = 0;
};

#endif
