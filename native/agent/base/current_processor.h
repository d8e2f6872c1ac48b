// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_BASE_CURRENT_PROCESSOR_H
#define HAGSTONE_BASE_CURRENT_PROCESSOR_H

#include <stdint.h>

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

inline bool is_same_processor(uint32_t one, uint32_t other) { return one == other && one != unknown_processor; }

}  // namespace hagstone

#endif
