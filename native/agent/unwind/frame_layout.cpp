// SPDX-License-Identifier: MIT
#include "unwind/frame_layout.h"

#include "code/control_flow.h"
#include "code/instruction.h"
#include "code/emulation/registers.h"
#include "unwind/tables/saved_registers.h"

namespace hagstone {
namespace {

constexpr uint64_t longest_scan = 16384;  // bytes
constexpr uint8_t writing = ZYDIS_OPERAND_ACTION_WRITE | ZYDIS_OPERAND_ACTION_CONDWRITE;

// Distances are from the stack pointer before the call, which call frame information calls the CFA.
struct Layout {
  bool depth_known;
  bool has_frame_pointer;
  int64_t depth;          // CFA - rsp
  int64_t pointer_depth;  // CFA - rbp
  int16_t saved[saved_register_count];  // as in UnwindRule
};

int saved_index(int number) {
  for (unsigned i = 0; i < saved_register_count; i++)
    if (saved_registers[i] == number) return static_cast<int>(i);
  return -1;
}

class LayoutScan {
 public:
  LayoutScan(const AddressRange &function, const MemoryReader &memory) : function_(function), memory_(memory) {
    layout_ = {true, false, 8, 0, {}};
    for (int16_t &slot : layout_.saved) slot = UnwindRule::unchanged;
    body_ = layout_;
  }

  bool run(uint64_t address) {
    if (!function_.contains(address) || address - function_.start > longest_scan) return false;
    bool falls_through = true;
    for (uint64_t at = function_.start; at < address; at = instruction_.next()) {
      if (!load(at)) return false;
      if (!falls_through) arrive(at);
      // A call that has not returned yet.
      if (instruction_.next() > address) return true;
      falls_through = pass();
    }
    if (!falls_through) arrive(address);
    return true;
  }

  bool describe(UnwindRule &rule) const {
    const bool by_pointer = layout_.has_frame_pointer;
    if (!by_pointer && !layout_.depth_known) return false;
    const int64_t offset = by_pointer ? layout_.pointer_depth : layout_.depth;
    if (offset < 8 || offset > INT32_MAX || offset % 8 != 0) return false;
    rule.kind = UnwindRuleKind::offset;
    rule.cfa_register = by_pointer ? register_rbp : register_rsp;
    rule.cfa_offset = static_cast<int32_t>(offset);
    rule.return_address = -1;
    for (unsigned i = 0; i < saved_register_count; i++) rule.saved[i] = layout_.saved[i];
    return true;
  }

 private:
  bool load(uint64_t at) {
    uint8_t code[longest_instruction];
    const uint64_t left = function_.end - at;
    const uint64_t length = left < sizeof code ? left : sizeof code;
    if (!memory_(at, code, length) || !decode(reinterpret_cast<uint64_t>(code), length, instruction_)) return false;
    instruction_.address = at;
    return true;
  }

  // Code after a return or a jump, which another jump reaches.
  void arrive(uint64_t at) {
    layout_ = body_;
    for (unsigned i = 0; i < jump_count_; i++)
      if (jumps_[i].target == at) layout_ = jumps_[i].layout;
  }

  // False: the instruction that follows is not the next one.
  bool pass() {
    const Transfer transfer = transfer_of(instruction_);
    if (transfer == Transfer::jump || transfer == Transfer::conditional) note_jump();
    if (transfer == Transfer::none) move_stack();
    return transfer != Transfer::jump && transfer != Transfer::ret && transfer != Transfer::unfollowed;
  }

  // Jumps within the function are of its body; one that leaves it has its frame already taken down.
  void note_jump() {
    uint64_t target;
    if (!direct_target(instruction_, target)) {
      if (layout_.depth_known && layout_.depth >= body_.depth) body_ = layout_;
    } else if (function_.contains(target)) {
      body_ = layout_;
      if (target > instruction_.address)
        jumps_[jump_count_ < max_jumps ? jump_count_++ : max_jumps - 1] = {target, layout_};
    }
  }

  bool is_register(unsigned operand, unsigned number) const {
    const ZydisDecodedOperand &which = instruction_.operands[operand];
    return which.type == ZYDIS_OPERAND_TYPE_REGISTER && which.size == 64 &&
           general_register(which.reg.value) == static_cast<int>(number);
  }
  bool is_near(unsigned operand, ZydisRegister base) const {
    const ZydisDecodedOperand &which = instruction_.operands[operand];
    return which.type == ZYDIS_OPERAND_TYPE_MEMORY && which.mem.base == base && which.mem.index == ZYDIS_REGISTER_NONE;
  }
  int64_t displacement(unsigned operand) const { return instruction_.operands[operand].mem.disp.value; }
  bool immediate(unsigned operand, int64_t &value) const {
    if (instruction_.operands[operand].type != ZYDIS_OPERAND_TYPE_IMMEDIATE) return false;
    value = instruction_.operands[operand].imm.value.s;
    return true;
  }

  void move_stack() {
    switch (instruction_.decoded.mnemonic) {
      case ZYDIS_MNEMONIC_PUSH: return push();
      case ZYDIS_MNEMONIC_POP: return pop();
      case ZYDIS_MNEMONIC_PUSHFQ: layout_.depth += 8; return;
      case ZYDIS_MNEMONIC_POPFQ: layout_.depth -= 8; return;
      case ZYDIS_MNEMONIC_LEAVE: return leave();
      case ZYDIS_MNEMONIC_SUB:
      case ZYDIS_MNEMONIC_ADD: return add();
      case ZYDIS_MNEMONIC_LEA: return load_address();
      case ZYDIS_MNEMONIC_MOV: return move();
      default: return forget_written();
    }
  }

  void push() {
    layout_.depth += instruction_.decoded.operand_width / 8;
    if (instruction_.operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER)
      save(general_register(instruction_.operands[0].reg.value), layout_.depth);
  }

  void pop() {
    if (instruction_.operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER) {
      restore(general_register(instruction_.operands[0].reg.value), layout_.depth);
      if (is_register(0, register_rsp)) layout_.depth_known = false;
    }
    layout_.depth -= instruction_.decoded.operand_width / 8;
  }

  void leave() {
    layout_.depth_known = layout_.has_frame_pointer;
    layout_.depth = layout_.pointer_depth;
    restore(register_rbp, layout_.depth);
    layout_.depth -= 8;
  }

  void add() {
    int64_t value;
    if (!is_register(0, register_rsp) || !immediate(1, value)) return forget_written();
    layout_.depth += instruction_.is(ZYDIS_MNEMONIC_SUB) ? value : -value;
  }

  void load_address() {
    if (is_register(0, register_rsp) && is_near(1, ZYDIS_REGISTER_RSP)) {
      layout_.depth -= displacement(1);
    } else if (is_register(0, register_rsp) && is_near(1, ZYDIS_REGISTER_RBP) && layout_.has_frame_pointer) {
      layout_.depth = layout_.pointer_depth - displacement(1);
      layout_.depth_known = true;
    } else if (is_register(0, register_rbp) && is_near(1, ZYDIS_REGISTER_RSP) && layout_.depth_known) {
      point_to(layout_.depth - displacement(1));
    } else {
      forget_written();
    }
  }

  void move() {
    if (is_register(0, register_rbp) && is_register(1, register_rsp)) {
      if (layout_.depth_known) return point_to(layout_.depth);
    } else if (is_register(0, register_rsp) && is_register(1, register_rbp) && layout_.has_frame_pointer) {
      layout_.depth = layout_.pointer_depth;
      layout_.depth_known = true;
      return;
    } else if (is_near(0, ZYDIS_REGISTER_RSP) && instruction_.operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER) {
      if (layout_.depth_known && instruction_.operands[1].size == 64)
        save(general_register(instruction_.operands[1].reg.value), layout_.depth - displacement(0));
      return;
    } else if (is_near(1, ZYDIS_REGISTER_RSP) && instruction_.operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER) {
      const int number = general_register(instruction_.operands[0].reg.value);
      if (layout_.depth_known && restore(number, layout_.depth - displacement(1))) return;
    }
    forget_written();
  }

  // The address may be that of the frame only when the caller's value is safe.
  void point_to(int64_t depth) {
    layout_.has_frame_pointer = layout_.saved[saved_rbp] != UnwindRule::unchanged;
    layout_.pointer_depth = depth;
  }

  // The register is stored `depth` bytes below the CFA; later values are the function's own.
  void save(int number, int64_t depth) {
    const int index = saved_index(number);
    if (index < 0 || !layout_.depth_known || layout_.saved[index] != UnwindRule::unchanged) return;
    if (index == saved_rbp && layout_.has_frame_pointer) return;
    if (depth % 8 == 0 && depth > 8 && depth / 8 < INT16_MAX) layout_.saved[index] = static_cast<int16_t>(-(depth / 8));
  }

  bool restore(int number, int64_t depth) {
    const int index = saved_index(number);
    if (index < 0) return false;
    if (index == saved_rbp) layout_.has_frame_pointer = false;
    if (!layout_.depth_known || layout_.saved[index] != -(depth / 8)) return false;
    layout_.saved[index] = UnwindRule::unchanged;
    return true;
  }

  void forget_written() {
    for (unsigned i = 0; i < instruction_.decoded.operand_count; i++) {
      const ZydisDecodedOperand &operand = instruction_.operands[i];
      if (operand.type != ZYDIS_OPERAND_TYPE_REGISTER || !(operand.actions & writing)) continue;
      const int number = general_register(operand.reg.value);
      if (number == register_rsp) layout_.depth_known = false;
      if (number == register_rbp) layout_.has_frame_pointer = false;
    }
  }

  struct Jump {
    uint64_t target;
    Layout layout;
  };
  static constexpr unsigned max_jumps = 64;

  const AddressRange function_;
  const MemoryReader &memory_;
  Instruction instruction_;
  Layout layout_;
  Layout body_;  // at the last jump within the function
  Jump jumps_[max_jumps];
  unsigned jump_count_ = 0;
};

}  // namespace

bool find_frame_layout(const AddressRange &function, uint64_t address, const MemoryReader &memory, UnwindRule &rule) {
  LayoutScan scan(function, memory);
  return scan.run(address) && scan.describe(rule);
}

}  // namespace hagstone
