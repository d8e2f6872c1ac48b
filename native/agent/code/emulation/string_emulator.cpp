// SPDX-License-Identifier: MIT
#include "string_emulator.h"

#include "flags.h"

namespace hagstone {
namespace {

class StringEmulator {
 public:
  StringEmulator(const Instruction &instruction, const MemoryAccesses &accesses, MachineState &state)
      : instruction_(instruction), accesses_(accesses), state_(state) {}

  void run() {
    const Value count = is_repeated(instruction_) ? state_.general(register_rcx) : Value::of(1);
    const bool counted = count.known && !is_conditionally_repeated(instruction_) && state_.knows_flags(flag_direction) &&
                         instruction_.decoded.address_width == 64;
    if (count.known && count.bits == 0) return;
    if (!counted) return forget_string();
    const uint64_t element = string_element(instruction_), span = count.bits * element;
    const bool down = state_.flags() & flag_direction;
    const uint64_t movement = down ? -span : span;
    for (unsigned i = 0; i < accesses_.count; i++) {
      uint64_t address;
      if (!accesses_.items[i].store) continue;
      if (state_.locate(accesses_.items[i], address))
        state_.store(down ? address + element - span : address, span, stored_by_string(count.bits));
      else
        state_.store_somewhere();
    }
    if (advances_rsi(instruction_)) advance(register_rsi, movement);
    if (advances_rdi(instruction_)) advance(register_rdi, movement);
    if (is_repeated(instruction_)) state_.set_general(register_rcx, Value::of(0));
    forget_string_results();
  }

 private:
  Value stored_by_string(uint64_t count) {
    if (count != 1 || advances_rsi(instruction_)) return Value::unknown();
    const Value accumulator = state_.general(register_rax);
    return {low_bytes(accumulator.bits, string_element(instruction_)), accumulator.known};
  }

  void advance(unsigned number, uint64_t movement) {
    Value pointer = state_.general(number);
    pointer.bits += movement;
    state_.set_general(number, pointer);
  }

  // lods gives a value, cmps and scas give flags; neither is followed.
  void forget_string_results() {
    if (!advances_rdi(instruction_)) state_.set_general(register_rax, Value::unknown());
    if (!has_store()) state_.forget_flags(status_flags);
  }

  bool has_store() const {
    for (unsigned i = 0; i < accesses_.count; i++)
      if (accesses_.items[i].store) return true;
    return false;
  }

  void forget_string() {
    if (has_store()) state_.store_somewhere();
    if (advances_rsi(instruction_)) state_.set_general(register_rsi, Value::unknown());
    if (advances_rdi(instruction_)) state_.set_general(register_rdi, Value::unknown());
    if (is_repeated(instruction_)) state_.set_general(register_rcx, Value::unknown());
    forget_string_results();
  }

  const Instruction &instruction_;
  const MemoryAccesses &accesses_;
  MachineState &state_;
};

}  // namespace

void emulate_string(const Instruction &instruction, const MemoryAccesses &accesses, MachineState &state) {
  StringEmulator(instruction, accesses, state).run();
}

}  // namespace hagstone
