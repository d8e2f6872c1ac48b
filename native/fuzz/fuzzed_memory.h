// SPDX-License-Identifier: MIT
// The memory of a program that exists only in a fuzzer's input: one module and one stack, always at the same addresses,
// so that failures are reproducible.
#ifndef HAGSTONE_FUZZ_FUZZED_MEMORY_H
#define HAGSTONE_FUZZ_FUZZED_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "code/emulation/memory_reader.h"
#include "unwind/modules/module_map.h"

namespace hagstone::fuzz {

// A range of addresses whose first bytes come from the input. AddressSanitizer reports every access behind them.
class FuzzedRange {
 public:
  // Maps [address, address + size); aborts if that is not free.
  FuzzedRange(uint64_t address, size_t size);
  FuzzedRange(const FuzzedRange &) = delete;
  FuzzedRange &operator=(const FuzzedRange &) = delete;

  // Takes at most the range's size of `bytes` instead of those before.
  void fill(const uint8_t *bytes, size_t length);
  uint64_t start() const { return start_; }
  uint64_t end() const { return start_ + length_; }
  size_t length() const { return length_; }
  bool holds(uint64_t address, size_t length) const {
    return address >= start_ && address <= end() && end() - address >= length;
  }

 private:
  const uint64_t start_;
  const size_t size_;
  size_t length_;
};

// The module and the stack. One object per process.
class FuzzedProgram {
 public:
  FuzzedProgram();

  FuzzedRange module{0x10000000, 0x10000};
  FuzzedRange stack{0x20000000, 0x4000};

  // The map of a process with no other code than the module's.
  const ModuleMapSnapshot &modules() const { return *map_.snapshot(); }
  // Makes the map describe the module as `description` does.
  void describe(const Module &description);
  // The module, all of it executable, without call frame information.
  Module plain_module() const;

  // Reads both ranges. Elsewhere a hash of the address gives the bytes, and each eighth page is unreadable.
  MemoryReader memory();

 private:
  ModuleMap map_;
};

// A number that looks random and follows from `value` (splitmix64's last steps).
uint64_t scrambled(uint64_t value);

}  // namespace hagstone::fuzz

#endif
