// SPDX-License-Identifier: MIT
#include "machine_state.h"

namespace hagstone {
namespace {

bool is_high_byte(ZydisRegister name) { return name >= ZYDIS_REGISTER_AH && name <= ZYDIS_REGISTER_BH; }

unsigned bytes_of(ZydisRegister name) { return ZydisRegisterGetWidth(ZYDIS_MACHINE_MODE_LONG_64, name) / 8u; }

}  // namespace

MachineState::MachineState(const Registers &registers, const MemoryReader &memory)
    : registers_(all_known(registers)), flags_(registers.flags), memory_(memory) {}

Value MachineState::general(unsigned number) const {
  settle(number);
  return {registers_.values[number], registers_.knows(number)};
}

void MachineState::set_general(unsigned number, Value value) {
  pending_ = static_cast<uint16_t>(pending_ & ~(1u << number));
  if (value.known)
    registers_.set(number, value.bits);
  else
    registers_.forget(number);
}

Value MachineState::register_part(ZydisRegister name) const {
  const int number = general_register(name);
  if (number < 0) return Value::unknown();
  const Value whole = general(static_cast<unsigned>(number));
  if (!whole.known) return whole;
  return Value::of(low_bytes(is_high_byte(name) ? whole.bits >> 8 : whole.bits, bytes_of(name)));
}

void MachineState::set_register_part(ZydisRegister name, Value value) {
  const int number = general_register(name);
  if (number < 0) return;
  const unsigned place = static_cast<unsigned>(number), bytes = bytes_of(name);
  // Writing 32 bits clears the upper half, so its old content does not matter.
  if (bytes >= 4) return set_general(place, value);
  if (!value.known || !general(place).known) return set_general(place, Value::unknown());
  const unsigned shift = is_high_byte(name) ? 8 : 0;
  const uint64_t mask = low_bytes(~uint64_t{0}, bytes) << shift;
  registers_.values[place] = (registers_.values[place] & ~mask) | (value.bits << shift & mask);
}

void MachineState::load_register(ZydisRegister name, uint64_t address, unsigned length, bool sign_extended) {
  const int number = general_register(name);
  if (number < 0) return;
  const unsigned place = static_cast<unsigned>(number), bytes = bytes_of(name);
  if (last_store_to(address, length)) {
    Value value = load(address, length);
    if (sign_extended) value.bits = sign_extend(value.bits, length);
    value.bits = low_bytes(value.bits, bytes);
    return set_general(place, value);
  }
  set_general(place, Value::unknown());
  if (memory_lost_) return;
  pending_loads_[place] = {address, static_cast<uint8_t>(length), static_cast<uint8_t>(bytes), sign_extended};
  pending_ = static_cast<uint16_t>(pending_ | 1u << place);
}

// The thread is stopped, so memory is unchanged since the load.
void MachineState::settle(unsigned number) const {
  if (!(pending_ >> number & 1)) return;
  pending_ = static_cast<uint16_t>(pending_ & ~(1u << number));
  const PendingLoad &load = pending_loads_[number];
  Value value = read_memory(load.address, load.length);
  if (!value.known) return;
  if (load.sign_extended) value.bits = sign_extend(value.bits, load.length);
  registers_.set(number, low_bytes(value.bits, load.target_bytes));
}

void MachineState::set_flags(uint64_t mask, uint64_t values) {
  flags_ = (flags_ & ~mask) | (values & mask);
  flags_known_ |= mask;
}

bool MachineState::locate(const MemoryAccess &access, uint64_t &address) const {
  if (access.base != MemoryAccess::no_register) settle(access.base);
  if (access.index != MemoryAccess::no_register) settle(access.index);
  return address_of(access, registers_, address);
}

const MachineState::Store *MachineState::last_store_to(uint64_t address, unsigned length) const {
  for (unsigned i = store_count_; i-- > 0;) {
    const Store &store = stores_[i];
    if (address - store.address < store.length || store.address - address < length) return &store;
  }
  return nullptr;
}

Value MachineState::load(uint64_t address, unsigned length) {
  if (const Store *store = last_store_to(address, length)) {
    const uint64_t offset = address - store->address;
    if (!store->value.known || offset >= store->length || store->length - offset < length) return Value::unknown();
    return Value::of(low_bytes(store->value.bits >> (8 * offset), length));
  }
  return memory_lost_ ? Value::unknown() : read_memory(address, length);
}

Value MachineState::read_memory(uint64_t address, unsigned length) const {
  uint64_t bits = 0;
  if (length > 8 || reads_ == max_reads) return Value::unknown();
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
