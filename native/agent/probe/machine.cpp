// SPDX-License-Identifier: MIT
#include "probe/machine.h"

#include <sys/utsname.h>

#include <cstdint>
#include <fstream>

namespace hagstone {

namespace {

constexpr int capability_sys_admin = 21;
constexpr int capability_perfmon = 38;  // Linux 5.8

// The value after "name:" in /proc/self/status; empty if there is none.
std::string own_status(const std::string &name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind(name + ":", 0) == 0) return line.substr(line.find_first_not_of(" \t", name.size() + 1));
  return "";
}

}  // namespace

std::string kernel_release() {
  utsname name = {};
  uname(&name);
  return name.release;
}

std::optional<int> perf_event_paranoid() {
  std::ifstream file("/proc/sys/kernel/perf_event_paranoid");
  int level;
  if (file >> level) return level;
  return std::nullopt;
}

int seccomp_mode() {
  std::string mode = own_status("Seccomp");
  return mode.empty() ? 0 : std::stoi(mode);
}

bool has_perf_capability() {
  std::string effective = own_status("CapEff");
  uint64_t bits = effective.empty() ? 0 : std::stoull(effective, nullptr, 16);
  return bits & (uint64_t{1} << capability_perfmon | uint64_t{1} << capability_sys_admin);
}

}  // namespace hagstone
