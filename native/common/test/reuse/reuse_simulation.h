// SPDX-License-Identifier: MIT
// RDX over a stream of accesses: like the agent, with the same reservoir and attribution, but in virtual registers.
#ifndef HAGSTONE_COMMON_TEST_REUSE_SIMULATION_H
#define HAGSTONE_COMMON_TEST_REUSE_SIMULATION_H

#include <cstdint>
#include <map>
#include <vector>

#include "random.h"
#include "reservoir.h"
#include "../simulation.h"

// A watchpoint that has ended.
struct ObservedReuse {
  uint64_t distance;  // accesses
  uint32_t place;     // instruction of the use
  double credit;      // samples that it represents; 0 without a trap
  bool censored;      // evicted or unfinished: the true distance is greater
};

class ReuseSimulation {
 public:
  ReuseSimulation(const Settings &settings, uint64_t seed);

  void access(uint32_t place, uint64_t location);
  // The end of the program: watches that are still armed are censored.
  void finish();

  const std::vector<ObservedReuse> &observed() const { return observed_; }
  // Samples taken at each place, armed or not.
  const std::map<uint32_t, uint64_t> &sampled() const { return sampled_; }

 private:
  struct Watch {
    bool armed = false;
    uint64_t location = 0;
    uint64_t time = 0;
    uint32_t place = 0;
  };
  void trap(uint32_t slot);
  void sample(uint32_t place, uint64_t location);
  void censor(const Watch &watch);
  uint64_t next_period();

  Settings settings_;
  hagstone_random random_;
  hagstone_reservoir_state reservoir_;
  std::vector<Watch> watches_;
  std::map<uint32_t, uint64_t> sampled_;
  std::map<uint32_t, double> accounted_;
  std::vector<ObservedReuse> observed_;
  uint64_t until_sample_;
  uint64_t time_ = 0;
};

#endif
