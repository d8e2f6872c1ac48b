// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_BASE_CURRENT_PROCESSOR_H
#define HAGSTONE_BASE_CURRENT_PROCESSOR_H

#include <stdint.h>

#include "base/system_call.h"

namespace hagstone {

inline constexpr uint32_t unknown_processor = UINT32_MAX;

// The number of the processor that the thread runs on, without a system call: the kernel keeps it in the limit of a segment
// for getcpu of its vDSO (arch/x86/include/asm/segment.h, vdso_read_cpunode). unknown_processor where it does not.
inline uint32_t current_processor() {
  constexpr uint32_t segment = 15 * 8 + 3, number = 0xfff;
  uint32_t limit;
  bool found;
  __asm__ volatile("lsl %2, %0" : "=r"(limit), "=@ccz"(found) : "r"(segment));
  return found ? limit & number : unknown_processor;
}

// Whether the calling thread may run on one processor only; false if that is not known.
inline bool has_one_processor() {
  constexpr unsigned most = 1024;  // words, for 65,536 processors
  uint64_t allowed[most];
  const long bytes = call(SYS_sched_getaffinity, 0, sizeof allowed, allowed);
  int found = 0;
  for (long i = 0; i < bytes / static_cast<long>(sizeof *allowed); i++) found += __builtin_popcountll(allowed[i]);
  return found == 1;
}

inline bool is_same_processor(uint32_t one, uint32_t other) { return one == other && one != unknown_processor; }

}  // namespace hagstone

#endif
