// SPDX-License-Identifier: MIT
// The kernel's own statements about itself and this process, without trying anything.
#ifndef HAGSTONE_PROBE_MACHINE_H
#define HAGSTONE_PROBE_MACHINE_H

#include <optional>
#include <string>

namespace hagstone {

std::string kernel_release();
// /proc/sys/kernel/perf_event_paranoid; nothing where the kernel has no perf.
std::optional<int> perf_event_paranoid();
// 0 none, 1 strict, 2 filter.
int seccomp_mode();
// CAP_PERFMON or CAP_SYS_ADMIN is effective.
bool has_perf_capability();

}  // namespace hagstone

#endif
