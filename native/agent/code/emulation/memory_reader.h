// SPDX-License-Identifier: MIT
// Reads memory of the profiled program that may not be mapped.
#ifndef HAGSTONE_CODE_MEMORY_READER_H
#define HAGSTONE_CODE_MEMORY_READER_H

#include <stddef.h>
#include <stdint.h>

namespace hagstone {

struct MemoryReader {
  // Copies `length` bytes from `address`; false, with nothing promised about `destination`, if they are not all
  // readable. Must be safe in a signal handler and must not fault (process_vm_readv on oneself, for example).
  bool (*read)(void *self, uint64_t address, void *destination, size_t length);
  void *self;

  bool operator()(uint64_t address, void *destination, size_t length) const {
    return read(self, address, destination, length);
  }
};

}  // namespace hagstone

#endif
