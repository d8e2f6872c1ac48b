// SPDX-License-Identifier: MIT
#include "unwind/known_frames.h"

#include "unwind/tables/rule_compiler.h"
#include "unwind/tables/saved_registers.h"

namespace hagstone {
namespace {

constexpr unsigned no_saved_register = saved_register_count;

unsigned saved_register_of(unsigned number) {
  for (unsigned i = 0; i < saved_register_count; i++)
    if (saved_registers[i] == number) return i;
  return no_saved_register;
}

uint64_t slot_address(uint64_t canonical_frame_address, int16_t slot) {
  return canonical_frame_address + 8 * static_cast<uint64_t>(static_cast<int64_t>(slot));
}

bool holds(uint64_t address, uint64_t expected, const StackMemory &memory) {
  uint64_t value;
  return memory.read(address, value) && value == expected;
}

}  // namespace

void KnownFrames::begin(uint64_t generation) {
  if (generation_ != generation) forget();
  generation_ = generation;
  candidates_ = count_;
  met_ = 0;
  noted_count_ = 0;
}

bool KnownFrames::has_registers(const Frame &known, const KnownRegisters &registers) const {
  for (unsigned i = 0; i < saved_register_count; i++) {
    const unsigned number = saved_registers[i];
    if ((known.needed >> i & 1) && !(registers.knows(number) && registers.values[number] == known.registers[i]))
      return false;
  }
  return true;
}

// Whether the words that lead from the frame to its caller are unchanged.
bool KnownFrames::is_unchanged(size_t i, const StackMemory &memory) const {
  const Frame &known = frames_[i];
  if (known.is_root) return true;
  const uint64_t return_address = i ? frames_[i - 1].frame.instruction : 0;
  if (!holds(slot_address(known.canonical_frame_address, known.return_address), return_address, memory)) return false;
  for (unsigned r = 0; i && r < saved_register_count; r++) {
    const Frame &caller = frames_[i - 1];
    if (!(caller.needed >> r & 1) || known.saved[r] == UnwindRule::unchanged) continue;
    if (!holds(slot_address(known.canonical_frame_address, known.saved[r]), caller.registers[r], memory)) return false;
  }
  return true;
}

bool KnownFrames::meets(const UnwindFrame &frame, const KnownRegisters &registers, const StackMemory &memory) {
  while (candidates_ && frames_[candidates_ - 1].frame.stack_pointer < frame.stack_pointer) candidates_--;
  if (!candidates_) return false;
  const Frame &known = frames_[candidates_ - 1];
  const bool same_place = known.frame.stack_pointer == frame.stack_pointer &&
                          known.frame.instruction == frame.instruction && known.frame.flags == frame.flags;
  if (!same_place || !has_registers(known, registers)) return false;
  for (size_t i = candidates_; i-- > 0;) {
    if (is_unchanged(i, memory)) continue;
    candidates_ = i;
    return false;
  }
  met_ = candidates_;
  return true;
}

void KnownFrames::note(const UnwindFrame &frame, const KnownRegisters &registers, const UnwindRule &rule) {
  Frame &noted = noted_[noted_count_++ % capacity];
  const unsigned base = saved_register_of(rule.cfa_register);
  const bool by_stack_pointer = rule.cfa_register == register_rsp;
  // Code in no known module may change.
  noted.is_plain = frame.module && rule.kind == UnwindRuleKind::offset && (by_stack_pointer || base != no_saved_register);
  if (!noted.is_plain) return;
  noted.frame = frame;
  noted.canonical_frame_address = registers.values[rule.cfa_register] +
                                  static_cast<uint64_t>(static_cast<int64_t>(rule.cfa_offset));
  for (unsigned i = 0; i < saved_register_count; i++) {
    noted.registers[i] = registers.values[saved_registers[i]];
    noted.saved[i] = rule.saved[i];
  }
  noted.return_address = rule.return_address;
  noted.needed = by_stack_pointer ? 0 : static_cast<uint8_t>(1u << base);
  noted.is_root = rule.root;
}

void KnownFrames::keep() {
  count_ = met_;
  const size_t lost = noted_count_ > capacity ? noted_count_ - capacity : 0;
  for (size_t i = noted_count_; i-- > lost && count_ < capacity;) {
    const Frame &noted = noted_[i % capacity];
    if (!noted.is_plain) return;
    Frame &known = frames_[count_];
    known = noted;
    const uint8_t needed_above = count_ ? frames_[count_ - 1].needed : 0;
    for (unsigned r = 0; r < saved_register_count; r++)
      if (known.saved[r] == UnwindRule::unchanged)
        known.needed = static_cast<uint8_t>(known.needed | (needed_above & 1u << r));
    count_++;
  }
}

}  // namespace hagstone
