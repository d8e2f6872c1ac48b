// SPDX-License-Identifier: MIT
// A machine as its /sys describes it, for tests of the events chosen there.
#ifndef HAGSTONE_PMU_TESTING_DESCRIBED_MACHINE_H
#define HAGSTONE_PMU_TESTING_DESCRIBED_MACHINE_H

#include <map>
#include <string>

#include "pmu/events/system_files.h"

namespace hagstone::testing {

class DescribedMachine final : public SystemFiles {
 public:
  // `path` below /sys/bus/event_source/devices.
  DescribedMachine &with(const std::string &path, const std::string &text);
  // A core PMU of Intel: its format files and type number.
  DescribedMachine &with_intel_pmu(const std::string &name, unsigned type);
  // AMD's ibs_op, on request with the terms added by Zen 4 and Linux 6.14, and its core PMU.
  DescribedMachine &with_ibs(unsigned type, bool software_filter);

  bool read(const char *path, char *text, size_t size) override;

 private:
  std::map<std::string, std::string> files_;
};

}  // namespace hagstone::testing

#endif
