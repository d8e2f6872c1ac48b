// SPDX-License-Identifier: MIT
#include "pmu/testing/described_machine.h"

#include <cstring>

namespace hagstone::testing {

DescribedMachine &DescribedMachine::with(const std::string &path, const std::string &text) {
  files_["/sys/bus/event_source/devices/" + path] = text;
  return *this;
}

DescribedMachine &DescribedMachine::with_intel_pmu(const std::string &name, unsigned type) {
  return with(name + "/type", std::to_string(type))
      .with(name + "/format/event", "config:0-7")
      .with(name + "/format/umask", "config:8-15")
      .with(name + "/format/ldlat", "config1:0-15");
}

DescribedMachine &DescribedMachine::with_ibs(unsigned type, bool software_filter) {
  with("cpu/type", "4").with("ibs_op/type", std::to_string(type)).with("ibs_op/format/cnt_ctl", "config:19");
  return software_filter ? with("ibs_op/format/swfilt", "config2:0") : *this;
}

bool DescribedMachine::read(const char *path, char *text, size_t size) {
  auto file = files_.find(path);
  if (file == files_.end()) return false;
  strncpy(text, file->second.c_str(), size - 1);
  text[size - 1] = '\0';
  return true;
}

}  // namespace hagstone::testing
