// SPDX-License-Identifier: MIT
#include "code/machine_state.h"

namespace hagstone {
namespace {

bool is_high_byte(ZydisRegister name) { return name >= ZYDIS_REGISTER_AH && name <= ZYDIS_REGISTER_BH; }

unsigned bytes_of(ZydisRegister name) { return ZydisRegisterGetWidth(ZYDIS_MACHINE_MODE_LONG_64, name) / 8u; }

}  // namespace

MachineState::MachineState(const Registers &registers, const MemoryReader &memory)
    : registers_(all_known(registers)), flags_(registers.flags), memory_(memory) {}

void MachineState::set_general(unsigned number, Value value) {
  if (value.known)
    registers_.set(number, value.bits);
  else
    registers_.forget(number);
}

Value MachineState::register_part(ZydisRegister name) const {
  const int number = general_register(name);
  if (number < 0 || !registers_.knows(static_cast<unsigned>(number))) return Value::unknown();
  const uint64_t whole = registers_.values[number];
  return Value::of(low_bytes(is_high_byte(name) ? whole >> 8 : whole, bytes_of(name)));
}

void MachineState::set_register_part(ZydisRegister name, Value value) {
  const int number = general_register(name);
  if (number < 0) return;
  const unsigned place = static_cast<unsigned>(number), bytes = bytes_of(name);
  // Writing 32 bits clears the upper half, so that what was there does not matter.
  if (bytes >= 4) return set_general(place, value);
  if (!value.known || !registers_.knows(place)) return registers_.forget(place);
  const unsigned shift = is_high_byte(name) ? 8 : 0;
  const uint64_t mask = low_bytes(~uint64_t{0}, bytes) << shift;
  registers_.values[place] = (registers_.values[place] & ~mask) | (value.bits << shift & mask);
}

void MachineState::set_flags(uint64_t mask, uint64_t values) {
  flags_ = (flags_ & ~mask) | (values & mask);
  flags_known_ |= mask;
}

bool MachineState::locate(const MemoryAccess &access, uint64_t &address) const {
  if (access.kind != MemoryAccess::thread_relative) return address_of(access, registers_, address);
  if (!access.segment_fs || !offset_of(access, registers_, address)) return false;
  address += reinterpret_cast<uint64_t>(__builtin_thread_pointer());
  return true;
}

Value MachineState::load(uint64_t address, unsigned length) {
  for (unsigned i = store_count_; i-- > 0;) {
    const Store &store = stores_[i];
    if (address - store.address >= store.length && store.address - address >= length) continue;
    const uint64_t offset = address - store.address;
    if (!store.value.known || offset >= store.length || store.length - offset < length) return Value::unknown();
    return Value::of(low_bytes(store.value.bits >> (8 * offset), length));
  }
  uint64_t bits = 0;
  if (memory_lost_ || length > 8 || reads_ == max_reads) return Value::unknown();
  reads_++;
  return memory_(address, &bits, length) ? Value::of(bits) : Value::unknown();
}

void MachineState::store(uint64_t address, uint64_t length, Value value) {
  if (store_count_ == max_stores) store_somewhere();
  if (length > 8) value.known = false;
  stores_[store_count_++] = {address, length, value};
}

void MachineState::store_somewhere() {
  memory_lost_ = true;
  store_count_ = 0;
}

}  // namespace hagstone
