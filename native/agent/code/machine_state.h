// SPDX-License-Identifier: MIT
// What is known of a thread's registers, flags and memory at a place that it has not reached yet.
#ifndef HAGSTONE_CODE_MACHINE_STATE_H
#define HAGSTONE_CODE_MACHINE_STATE_H

#include <stdint.h>

#include "code/instruction.h"
#include "code/memory_access.h"
#include "code/memory_reader.h"
#include "code/registers.h"

namespace hagstone {

struct Value {
  uint64_t bits;  // zero-extended
  bool known;

  static Value of(uint64_t bits) { return {bits, true}; }
  static Value unknown() { return {0, false}; }
};

// Starts with everything known and forgets what it cannot follow; never claims a value that may be wrong, except that
// other threads may change memory that was read.
class MachineState {
 public:
  MachineState(const Registers &registers, const MemoryReader &memory);

  const KnownRegisters &registers() const { return registers_; }

  Value general(unsigned number) const { return {registers_.values[number], registers_.knows(number)}; }
  void set_general(unsigned number, Value value);

  // Any part of a general register; other registers are never known.
  Value register_part(ZydisRegister name) const;
  void set_register_part(ZydisRegister name, Value value);

  uint64_t flags() const { return flags_; }
  bool knows_flags(uint64_t mask) const { return (flags_known_ & mask) == mask; }
  void set_flags(uint64_t mask, uint64_t values);
  void forget_flags(uint64_t mask) { flags_known_ &= ~mask; }

  // Where an access goes, also a thread-relative one: handlers run on the thread that they look at, so that its thread
  // pointer is theirs. False if that is not known.
  bool locate(const MemoryAccess &access, uint64_t &address) const;

  // Memory as the thread will find it: its own stores on the way, else what is there now. `length` up to 8.
  Value load(uint64_t address, unsigned length);
  void store(uint64_t address, uint64_t length, Value value);
  // A store to an unknown place: nothing in memory is known any more.
  void store_somewhere();

 private:
  static constexpr unsigned max_stores = 32;
  static constexpr unsigned max_reads = 48;

  struct Store {
    uint64_t address;
    uint64_t length;
    Value value;
  };

  KnownRegisters registers_;
  uint64_t flags_;
  uint64_t flags_known_ = ~uint64_t{0};
  const MemoryReader &memory_;
  Store stores_[max_stores];
  unsigned store_count_ = 0;
  unsigned reads_ = 0;
  bool memory_lost_ = false;
};

// The `length` low bytes of `bits`.
inline uint64_t low_bytes(uint64_t bits, unsigned length) {
  return length >= 8 ? bits : bits & ((uint64_t{1} << (8 * length)) - 1);
}

}  // namespace hagstone

#endif
