// SPDX-License-Identifier: MIT
// Keeps the mappings of ended threads for new ones: mapping and unmapping stops every other thread of the process.
#ifndef HAGSTONE_PROCESS_THREAD_MAPPINGS_H
#define HAGSTONE_PROCESS_THREAD_MAPPINGS_H

#include <stdint.h>

#include "base/system_call.h"

namespace hagstone {

// One per process. Any thread, also in signal handlers.
class ThreadMappings {
 public:
  // A returned mapping, with its last content; nullptr if there is none of that size.
  char *take(uint64_t bytes) {
    for (char *&place : places_) {
      char *mapping = __atomic_exchange_n(&place, nullptr, __ATOMIC_ACQUIRE);
      if (!mapping) continue;
      const uint64_t kept_bytes = bytes_of(mapping);
      if (kept_bytes == bytes) return mapping;
      unmap_pages(mapping, kept_bytes);  // of a recording with other settings
    }
    return nullptr;
  }

  // `mapping` is at least two pages long, of which the second one is writable.
  void give(char *mapping, uint64_t bytes) {
    bytes_of(mapping) = bytes;
    for (char *&place : places_) {
      char *none = nullptr;
      if (__atomic_compare_exchange_n(&place, &none, mapping, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) return;
    }
    unmap_pages(mapping, bytes);
  }

 private:
  // A program with more threads at once has mostly long-lived ones; their used pages are not worth keeping.
  static constexpr unsigned most = 64;
  static constexpr uint64_t page = 4096;

  static uint64_t &bytes_of(char *mapping) { return *reinterpret_cast<uint64_t *>(mapping + page); }

  char *places_[most] = {};
};

}  // namespace hagstone

#endif
