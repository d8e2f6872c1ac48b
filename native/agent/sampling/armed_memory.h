// SPDX-License-Identifier: MIT
// The memory that the watchpoints of all threads wait for, so that the functions that end memory (free, munmap) can
// mark watchpoints there: debug registers belong to their threads, and no thread can disarm another's. The owner finds
// the mark at its next sample or trap.
#ifndef HAGSTONE_SAMPLING_ARMED_MEMORY_H
#define HAGSTONE_SAMPLING_ARMED_MEMORY_H

#include <stdint.h>

#include "watch/debug_registers.h"

namespace hagstone {

// The memory that one watchpoint watches. Written by its owning thread, except `ended`.
struct ArmedPlace {
  uint64_t start;  // 0: not armed
  uint64_t length;
  uint64_t generation;  // ~of its arming; grows for as long as the process lives
  uint64_t ended;  // the arming whose memory ended last
};

struct ArmedPlaces {
  uint32_t taken;
  ArmedPlace places[DebugRegisters::capacity];
};

// One per process; zeroed: nothing is armed. No locks, no system calls, no memory of the target: everything may be called
// anywhere, also in handlers.
class ArmedMemory {
 public:
  // Beyond this number of threads, watchpoints are not marked.
  static constexpr unsigned most_threads = 1024;

  // A thread's places, none armed; nullptr: there are no more.
  ArmedPlaces *claim();
  void give_back(ArmedPlaces *places);
  // No thread has any: in the child of a fork, and where no thread is left that records.
  void reset();

  // The owner's. The memory [start, start + length) is waited for; its arming's generation.
  uint64_t arm(ArmedPlace &place, uint64_t start, uint64_t length);
  void disarm(ArmedPlace &place);
  static bool has_ended(const ArmedPlace &place, uint64_t generation) {
    return __atomic_load_n(&place.ended, __ATOMIC_ACQUIRE) == generation;
  }

  bool is_anything_armed() const { return __atomic_load_n(&armed_, __ATOMIC_RELAXED) != 0; }
  // Whether something may be waited for in [start, start + length).
  bool may_be_armed(uint64_t start, uint64_t length) const;
  // Marks all that is waited for whole in [start, start + length).
  void end(uint64_t start, uint64_t length);

 private:
  static constexpr unsigned page_shift = 12;
  static constexpr uint64_t page_counters = 4096;
  // Larger memory is looked for in the places themselves: to end it takes a system call at any rate.
  static constexpr uint64_t most_pages = 64;

  uint32_t &armed_on_page(uint64_t page) { return on_page_[page % page_counters]; }

  uint32_t armed_;
  uint32_t used_threads_;  // one past the last that was ever claimed
  uint32_t on_page_[page_counters];  // places armed on pages of this remainder
  ArmedPlaces threads_[most_threads];
};

extern ArmedMemory armed_memory;

inline bool ArmedMemory::may_be_armed(uint64_t start, uint64_t length) const {
  const uint64_t first = start >> page_shift, last = (start + length - 1) >> page_shift;
  if (last - first >= most_pages) return true;
  for (uint64_t page = first; page <= last; page++)
    if (__atomic_load_n(&on_page_[page % page_counters], __ATOMIC_RELAXED)) return true;
  return false;
}

}  // namespace hagstone

#endif
