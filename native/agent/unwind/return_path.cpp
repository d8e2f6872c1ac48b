// SPDX-License-Identifier: MIT
#include "unwind/return_path.h"

#include "code/control_flow.h"
#include "code/instruction.h"
#include "code/emulation/registers.h"
#include "unwind/tables/saved_registers.h"

namespace hagstone {
namespace {

constexpr unsigned most_instructions = 1024;
constexpr uint8_t writing = ZYDIS_OPERAND_ACTION_WRITE | ZYDIS_OPERAND_ACTION_CONDWRITE;

class ReturnPath {
 public:
  explicit ReturnPath(const MemoryReader &memory) : memory_(memory) {}

  bool run(uint64_t address) {
    uint64_t at = address;
    for (unsigned i = 0; i < most_instructions; i++) {
      if (!load(at)) return false;
      const Transfer transfer = transfer_of(instruction_);
      if (transfer == Transfer::ret) return true;
      if (transfer == Transfer::unfollowed) return false;
      at = instruction_.next();
      // A jump to where it is not known is one to another function: the stack is as before a return.
      if (transfer == Transfer::jump && !direct_target(instruction_, at)) return true;
      if (transfer == Transfer::none && !move_stack()) return false;
    }
    return false;
  }

  bool describe(UnwindRule &rule) const {
    const int64_t frame = offset_ + 8;
    if (offset_ < 0 || offset_ % 8 != 0 || frame > INT32_MAX) return false;
    rule.kind = UnwindRuleKind::offset;
    rule.cfa_register = base_;
    rule.cfa_offset = static_cast<int32_t>(frame);
    rule.return_address = -1;
    for (unsigned i = 0; i < saved_register_count; i++) {
      const int64_t slot = (restored_[i].offset - frame) / 8;
      const bool is_saved = restored_[i].known && slot < 0 && slot > INT16_MIN;
      rule.saved[i] = is_saved ? static_cast<int16_t>(slot) : UnwindRule::unchanged;
    }
    return true;
  }

 private:
  // For a register that was loaded from the stack, its distance from the base.
  struct Restored {
    bool known;
    int64_t offset;
  };

  bool load(uint64_t at) {
    uint8_t code[longest_instruction];
    // Less at the end of the mapping.
    size_t length = sizeof code;
    while (length > 0 && !memory_(at, code, length)) length--;
    if (length == 0 || !decode(reinterpret_cast<uint64_t>(code), length, instruction_)) return false;
    instruction_.address = at;
    return true;
  }

  bool is_register(unsigned operand, unsigned number) const {
    const ZydisDecodedOperand &which = instruction_.operands[operand];
    return which.type == ZYDIS_OPERAND_TYPE_REGISTER && which.size == 64 &&
           general_register(which.reg.value) == static_cast<int>(number);
  }

  bool move_stack() {
    switch (instruction_.decoded.mnemonic) {
      case ZYDIS_MNEMONIC_PUSH: offset_ -= instruction_.decoded.operand_width / 8; return true;
      case ZYDIS_MNEMONIC_PUSHFQ: offset_ -= 8; return true;
      case ZYDIS_MNEMONIC_POPFQ: offset_ += 8; return true;
      case ZYDIS_MNEMONIC_POP: return pop();
      case ZYDIS_MNEMONIC_LEAVE: return set_from_pointer(0) && restore(register_rbp);
      case ZYDIS_MNEMONIC_SUB:
      case ZYDIS_MNEMONIC_ADD:
        if (is_register(0, register_rsp)) return add();
        break;
      case ZYDIS_MNEMONIC_LEA:
        if (is_register(0, register_rsp)) return load_address();
        break;
      case ZYDIS_MNEMONIC_MOV:
        if (is_register(0, register_rsp)) return is_register(1, register_rbp) && set_from_pointer(0);
        note_load();
        break;
      default: break;
    }
    return note_written();
  }

  bool pop() {
    if (instruction_.operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER)
      return restore(general_register(instruction_.operands[0].reg.value));
    offset_ += instruction_.decoded.operand_width / 8;
    return true;
  }

  // From the top of the stack.
  bool restore(int number) {
    if (number == register_rsp) return false;
    note_restored(number, offset_);
    offset_ += 8;
    return true;
  }

  void note_restored(int number, int64_t offset) {
    for (unsigned i = 0; i < saved_register_count; i++)
      if (saved_registers[i] == number) restored_[i] = {true, offset};
    if (number == register_rbp) pointer_changed_ = true;
  }

  void note_load() {
    const ZydisDecodedOperand &from = instruction_.operands[1], &to = instruction_.operands[0];
    if (from.type == ZYDIS_OPERAND_TYPE_MEMORY && from.mem.base == ZYDIS_REGISTER_RSP &&
        from.mem.index == ZYDIS_REGISTER_NONE && to.type == ZYDIS_OPERAND_TYPE_REGISTER && to.size == 64)
      note_restored(general_register(to.reg.value), offset_ + from.mem.disp.value);
  }

  bool add() {
    const ZydisDecodedOperand &amount = instruction_.operands[1];
    if (amount.type != ZYDIS_OPERAND_TYPE_IMMEDIATE) return false;
    offset_ += instruction_.is(ZYDIS_MNEMONIC_ADD) ? amount.imm.value.s : -amount.imm.value.s;
    return true;
  }

  bool load_address() {
    const ZydisDecodedOperand &from = instruction_.operands[1];
    if (from.mem.index != ZYDIS_REGISTER_NONE) return false;
    if (from.mem.base == ZYDIS_REGISTER_RBP) return set_from_pointer(from.mem.disp.value);
    offset_ += from.mem.disp.value;
    return from.mem.base == ZYDIS_REGISTER_RSP;
  }

  // The frame pointer is the base from now on, while it keeps its initial value.
  bool set_from_pointer(int64_t offset) {
    if (pointer_changed_) return false;
    if (base_ != register_rbp)
      for (Restored &restored : restored_) restored.known = false;
    base_ = register_rbp;
    offset_ = offset;
    return true;
  }

  // False: the stack pointer was set to an unknown value.
  bool note_written() {
    for (unsigned i = 0; i < instruction_.decoded.operand_count; i++) {
      const ZydisDecodedOperand &operand = instruction_.operands[i];
      if (operand.type != ZYDIS_OPERAND_TYPE_REGISTER || !(operand.actions & writing)) continue;
      const int number = general_register(operand.reg.value);
      if (number == register_rsp) return false;
      if (number == register_rbp) pointer_changed_ = true;
    }
    return true;
  }

  const MemoryReader &memory_;
  Instruction instruction_;
  uint8_t base_ = register_rsp;
  int64_t offset_ = 0;  // of the stack pointer from the base register's value at the start
  bool pointer_changed_ = false;
  Restored restored_[saved_register_count] = {};
};

}  // namespace

bool find_return_path(uint64_t address, const MemoryReader &memory, UnwindRule &rule) {
  ReturnPath path(memory);
  return path.run(address) && path.describe(rule);
}

}  // namespace hagstone
