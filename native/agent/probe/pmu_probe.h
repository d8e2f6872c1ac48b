// SPDX-License-Identifier: MIT
// The results of this machine's PMU sampling events.
#ifndef HAGSTONE_PROBE_PMU_PROBE_H
#define HAGSTONE_PROBE_PMU_PROBE_H

#include <string>
#include <vector>

#include "common/raw_format.h"

namespace hagstone {

enum class SelfTestResult { passed, failed, untested };

struct PmuReport {
  bool available;           // the processor has it and the kernel shows it
  bool opened;
  SelfTestResult self_test;  // untested: it could not even be opened
  std::string reason;       // one sentence
  std::vector<std::string> events;  // events to sample by: "loads type:config"
  std::string remedy;       // in words, without a full stop; empty: none
  std::string command;      // shell command that does it; empty: none
};

// `engine`: pebs or ibs. The calling thread's SIGTRAP handler ignores the events' signals.
PmuReport probe_pmu(hagstone_engine engine, hagstone_transport transport);

}  // namespace hagstone

#endif
