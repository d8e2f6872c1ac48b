// SPDX-License-Identifier: MIT
// Reads the target's memory without ever faulting, and without tripping watchpoints: the kernel does the reading.
#ifndef HAGSTONE_BASE_OWN_MEMORY_H
#define HAGSTONE_BASE_OWN_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "code/memory_reader.h"

namespace hagstone {

// Keeps a copy of the last piece read, because unwinding reads neighbouring words. One handler invocation long: the
// copy must not be used once the thread has run on. Safe in signal handlers.
class OwnMemory {
 public:
  // `thread`: the calling one's id, asked for once. The process's id would not do: the kernel looks memory up by the
  // task of that id, and the first thread may end before the others.
  void open(int thread) { thread_ = thread; }
  void forget() { length_ = 0; }
  MemoryReader reader() { return {read_through, this}; }

 private:
  static constexpr size_t window = 4096;
  static bool read_through(void *self, uint64_t address, void *destination, size_t length);
  bool read(uint64_t address, void *destination, size_t length);

  size_t copy_from(uint64_t address, void *destination, size_t length) const;

  int thread_ = 0;
  uint64_t address_ = 0;
  size_t length_ = 0;
  char bytes_[window] = {};
};

}  // namespace hagstone

#endif
