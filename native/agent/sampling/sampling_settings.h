// SPDX-License-Identifier: MIT
// How a process is sampled, the same for all its threads (common/agent_environment.h says where it comes from).
#ifndef HAGSTONE_SAMPLING_SAMPLING_SETTINGS_H
#define HAGSTONE_SAMPLING_SAMPLING_SETTINGS_H

#include <stdint.h>

#include "base/current_processor.h"
#include "common/raw_format.h"

namespace hagstone {

struct Tool;
class ProcessPace;

struct SamplingSettings {
  static constexpr unsigned max_tools = 8;

  const Tool *tools[max_tools];  // each at most once
  unsigned tool_count;           // at least 1
  hagstone_driver driver;
  uint64_t period;  // base period: ns of CPU time or accesses, as the driver says; prime
  ProcessPace *pace;  // how many of them a sample represents; nullptr: always one
  uint64_t seed;
  uint32_t skip_range;
  uint32_t stop_budget;
  uint32_t depth_cap;
  hagstone_reservoir reservoir;
  hagstone_attribution attribution;
  uint32_t tolerance;     // relative, of floating-point comparisons, in billionths
  uint32_t granularity;   // of reuse distance: 1, 8 or 64 bytes
  bool reuse_of_other;    // reuse-distance waits for another part of the cache line
  uint32_t max_overhead;  // most time inside the profiler, in millionths of the thread's; 0: any
  uint32_t (*processor)() = current_processor;  // that the thread runs on
  uint64_t trap_cost;     // ns that one trap takes beyond its handler, measured at start
};

}  // namespace hagstone

#endif
