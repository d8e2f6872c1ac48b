// SPDX-License-Identifier: MIT
// Makes the recording's file large enough before the target forbids itself larger files.
#include <sys/resource.h>

#include "base/system_call.h"
#include "process/agent.h"
#include "next_function.h"

namespace hagstone {

namespace {

// On x86-64 libc's structures for limits are the kernel's, whatever their names.
int exchange_limit(int process, int resource, const void *wanted, void *old) {
  if (wanted && resource == RLIMIT_FSIZE && agent.at_home()) agent.process.file().reserve_size();
  return static_cast<int>(returned(call(SYS_prlimit64, process, resource, wanted, old)));
}

}  // namespace

}  // namespace hagstone

HAGSTONE_INTERPOSED int setrlimit(__rlimit_resource_t resource, const struct rlimit *wanted) {
  return hagstone::exchange_limit(0, static_cast<int>(resource), wanted, nullptr);
}
HAGSTONE_INTERPOSED int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *wanted) {
  return hagstone::exchange_limit(0, static_cast<int>(resource), wanted, nullptr);
}
HAGSTONE_INTERPOSED int prlimit(__pid_t process, __rlimit_resource resource, const struct rlimit *wanted,
                                struct rlimit *old) {
  return hagstone::exchange_limit(process, static_cast<int>(resource), wanted, old);
}
HAGSTONE_INTERPOSED int prlimit64(__pid_t process, __rlimit_resource resource, const struct rlimit64 *wanted,
                                  struct rlimit64 *old) {
  return hagstone::exchange_limit(process, static_cast<int>(resource), wanted, old);
}
