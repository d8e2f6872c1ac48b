// SPDX-License-Identifier: MIT
// The known registers, flags and memory of a thread at a place that it has not reached yet.
#ifndef HAGSTONE_CODE_MACHINE_STATE_H
#define HAGSTONE_CODE_MACHINE_STATE_H

#include <stdint.h>

#include "code/instruction.h"
#include "code/memory_access.h"
#include "memory_reader.h"
#include "registers.h"

namespace hagstone {

struct Value {
  uint64_t bits;  // zero-extended
  bool known;

  static Value of(uint64_t bits) { return {bits, true}; }
  static Value unknown() { return {0, false}; }
};

// Starts with everything known and forgets values it cannot follow. Never claims a wrong value, except that other threads
// may change memory that was read.
class MachineState {
 public:
  MachineState(const Registers &registers, const MemoryReader &memory);

  Value general(unsigned number) const;
  void set_general(unsigned number, Value value);

  // Any part of a general register; other registers are never known.
  Value register_part(ZydisRegister name) const;
  void set_register_part(ZydisRegister name, Value value);
  // A load into 32 or 64 bits of a general register, `sign_extended` or zero-extended. Memory, which costs a system
  // call, is read only when the register is needed.
  void load_register(ZydisRegister name, uint64_t address, unsigned length, bool sign_extended);

  uint64_t flags() const { return flags_; }
  bool knows_flags(uint64_t mask) const { return (flags_known_ & mask) == mask; }
  void set_flags(uint64_t mask, uint64_t values);
  void forget_flags(uint64_t mask) { flags_known_ &= ~mask; }

  // The address of an access (address_of). False if it is unknown.
  bool locate(const MemoryAccess &access, uint64_t &address) const;

  // Memory as the thread will find it: its own stores on the way, else the current content. `length` up to 8.
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

  struct PendingLoad {
    uint64_t address;
    uint8_t length;
    uint8_t target_bytes;
    bool sign_extended;
  };

  // Newest store that touches the bytes, or nullptr.
  const Store *last_store_to(uint64_t address, unsigned length) const;
  Value read_memory(uint64_t address, unsigned length) const;
  void settle(unsigned number) const;

  mutable KnownRegisters registers_;
  mutable uint16_t pending_ = 0;  // bit i: registers_ lacks register i, which pending_loads_[i] will tell
  PendingLoad pending_loads_[16];
  uint64_t flags_;
  uint64_t flags_known_ = ~uint64_t{0};
  const MemoryReader &memory_;
  Store stores_[max_stores];
  unsigned store_count_ = 0;
  mutable unsigned reads_ = 0;
  bool memory_lost_ = false;
};

// The low `bytes` bytes of `bits`, sign-extended to 64 bits.
inline uint64_t sign_extend(uint64_t bits, unsigned bytes) {
  const unsigned unused = bytes >= 8 ? 0 : 64 - 8 * bytes;
  return static_cast<uint64_t>(static_cast<int64_t>(bits << unused) >> unused);
}

// The `length` low bytes of `bits`.
inline uint64_t low_bytes(uint64_t bits, unsigned length) {
  return length >= 8 ? bits : bits & ((uint64_t{1} << (8 * length)) - 1);
}

}  // namespace hagstone

#endif
