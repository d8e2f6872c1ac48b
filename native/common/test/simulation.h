// SPDX-License-Identifier: MIT
// A sampler over a stream of loads and stores, with the algorithms of the agent and the virtual PMU.
#ifndef HAGSTONE_COMMON_TEST_SIMULATION_H
#define HAGSTONE_COMMON_TEST_SIMULATION_H

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "random.h"
#include "raw_format.h"
#include "reservoir.h"

struct Settings {
  uint32_t registers;
  uint64_t period;  // loads, or stores
  uint32_t reservoir;
  uint32_t attribution;
  std::vector<hagstone_tool> tools = {HAGSTONE_TOOL_DEAD_STORES};
  uint32_t tolerance = 10'000'000;  // billionths
};

class Simulation {
 public:
  explicit Simulation(const Settings &settings, uint64_t seed);

  // `context` accesses all bytes that `address` represents. Values have double precision.
  void store(int context, uint64_t address, double value = 0) { access({context, address, true, value}); }
  void load(int context, uint64_t address, double value) { access({context, address, false, value}); }

  using Pair = std::pair<int, int>;  // contexts of the earlier and the later access
  // Share of each pair in all credit of the tool.
  std::map<Pair, double> shares(hagstone_tool tool = HAGSTONE_TOOL_DEAD_STORES) const;
  // Share of a relation in all credit of the tool.
  double share_of(hagstone_tool tool, hagstone_relation relation) const;
  uint64_t traps() const { return traps_; }
  uint64_t kept_traps() const { return kept_traps_; }
  uint64_t samples() const { return samples_; }
  uint64_t samples_of(hagstone_tool tool) const;

 private:
  struct Access {
    int context;
    uint64_t address;
    bool store;
    double value;
  };
  struct Watch {
    bool armed = false;
    hagstone_tool tool = HAGSTONE_TOOL_DEAD_STORES;
    Access access = {};
  };
  struct Context {
    uint64_t sampled = 0;
    double accounted = 0;
  };
  void access(const Access &access);
  void touch(uint32_t slot, const Access &later);
  void trap(uint32_t slot, const Access &later, hagstone_relation relation);
  void sample(const Access &access);
  bool repeats(const Access &earlier, const Access &later) const;
  uint64_t next_period();

  Settings settings_;
  hagstone_random random_;
  hagstone_reservoir_state reservoir_;
  std::vector<Watch> watches_;
  std::map<std::pair<hagstone_tool, int>, Context> contexts_;
  std::map<hagstone_tool, std::map<std::pair<hagstone_relation, Pair>, double>> credit_;
  uint64_t until_sample_[2];  // of loads, of stores
  uint64_t traps_ = 0;
  uint64_t kept_traps_ = 0;
  uint64_t samples_ = 0;
};

#endif
