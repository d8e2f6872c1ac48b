// SPDX-License-Identifier: MIT
// Private memory straight from the kernel: the target's allocator is never called.
#ifndef HAGSTONE_UNWIND_MAPPED_MEMORY_H
#define HAGSTONE_UNWIND_MAPPED_MEMORY_H

#include <stddef.h>
#include <sys/mman.h>

namespace hagstone {

// Zeroed, readable and writable; nullptr if the kernel gives none.
inline void *map_memory(size_t bytes) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

// Releases the pages after the first `used` bytes; returns the bytes that stay mapped.
inline size_t shrink_memory(void *memory, size_t bytes, size_t used) {
  constexpr size_t page = 4096;
  const size_t kept = (used + page - 1) & ~(page - 1);
  if (kept >= bytes) return bytes;
  munmap(static_cast<char *>(memory) + kept, bytes - kept);
  return kept;
}

inline void unmap_memory(void *memory, size_t bytes) { munmap(memory, bytes); }

}  // namespace hagstone

#endif
