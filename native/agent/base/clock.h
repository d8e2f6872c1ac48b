// SPDX-License-Identifier: MIT
// Clocks by system call: safe in signal handlers.
#ifndef HAGSTONE_BASE_CLOCK_H
#define HAGSTONE_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

#include "base/system_call.h"

namespace hagstone {

// Nanoseconds of CLOCK_MONOTONIC, CLOCK_REALTIME, CLOCK_THREAD_CPUTIME_ID or CLOCK_PROCESS_CPUTIME_ID.
inline uint64_t clock_nanoseconds(int clock) {
  timespec now = {};
  call(SYS_clock_gettime, clock, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000u + static_cast<uint64_t>(now.tv_nsec);
}

}  // namespace hagstone

#endif
