// SPDX-License-Identifier: MIT
#include "emulator.h"

#include "arithmetic.h"
#include "flags.h"
#include "string_emulator.h"

namespace hagstone {
namespace {

constexpr uint8_t writing = ZYDIS_OPERAND_ACTION_WRITE | ZYDIS_OPERAND_ACTION_CONDWRITE;

class Emulator {
 public:
  Emulator(const Instruction &instruction, const MemoryAccesses &accesses, MachineState &state)
      : instruction_(instruction), accesses_(accesses), state_(state) {}

  void run() {
    if (!run_integer()) forget_results(instruction_, accesses_, state_);
  }

 private:
  unsigned bytes(unsigned operand) const { return instruction_.operands[operand].size / 8; }
  bool sized(unsigned operand) const { return bytes(operand) >= 1 && bytes(operand) <= 8; }
  Value read(unsigned operand) { return read_operand(instruction_, operand, accesses_, state_); }

  void write(unsigned operand, Value value) {
    const ZydisDecodedOperand &target = instruction_.operands[operand];
    if (value.known) value.bits = low_bytes(value.bits, bytes(operand));
    if (target.type == ZYDIS_OPERAND_TYPE_REGISTER) return state_.set_register_part(target.reg.value, value);
    for (unsigned i = 0; i < accesses_.count; i++)
      if (accesses_.items[i].store) return store(accesses_.items[i], value);
  }

  void store(const MemoryAccess &access, Value value) {
    uint64_t address;
    if (state_.locate(access, address))
      state_.store(address, access.length, value);
    else
      state_.store_somewhere();
  }

  void apply_flags(const ArithmeticResult &result) {
    state_.set_flags(result.flags_written, result.flags);
    state_.forget_flags(result.flags_undefined);
  }

  // False: not followed; the caller forgets everything it writes.
  bool run_integer() {
    switch (instruction_.decoded.mnemonic) {
      case ZYDIS_MNEMONIC_MOV:
      case ZYDIS_MNEMONIC_MOVZX: return move(false);
      case ZYDIS_MNEMONIC_MOVSX:
      case ZYDIS_MNEMONIC_MOVSXD: return move(true);
      case ZYDIS_MNEMONIC_LEA: return load_address();
      case ZYDIS_MNEMONIC_XCHG: return exchange();
      case ZYDIS_MNEMONIC_CMPXCHG: return compare_and_exchange();
      case ZYDIS_MNEMONIC_PUSH: return push();
      case ZYDIS_MNEMONIC_POP: return pop();
      case ZYDIS_MNEMONIC_LEAVE: return leave();
      case ZYDIS_MNEMONIC_ADD:
      case ZYDIS_MNEMONIC_SUB:
      case ZYDIS_MNEMONIC_ADC:
      case ZYDIS_MNEMONIC_SBB:
      case ZYDIS_MNEMONIC_CMP:
      case ZYDIS_MNEMONIC_AND:
      case ZYDIS_MNEMONIC_OR:
      case ZYDIS_MNEMONIC_XOR:
      case ZYDIS_MNEMONIC_TEST: return combine();
      case ZYDIS_MNEMONIC_INC:
      case ZYDIS_MNEMONIC_DEC: return step();
      case ZYDIS_MNEMONIC_NEG:
      case ZYDIS_MNEMONIC_NOT: return complement();
      case ZYDIS_MNEMONIC_SHL: return shift_by(Shift::left);
      case ZYDIS_MNEMONIC_SHR: return shift_by(Shift::right);
      case ZYDIS_MNEMONIC_SAR: return shift_by(Shift::right_signed);
      case ZYDIS_MNEMONIC_IMUL: return multiply();
      case ZYDIS_MNEMONIC_CBW: return extend(ZYDIS_REGISTER_AL, ZYDIS_REGISTER_AX, 1);
      case ZYDIS_MNEMONIC_CWDE: return extend(ZYDIS_REGISTER_AX, ZYDIS_REGISTER_EAX, 2);
      case ZYDIS_MNEMONIC_CDQE: return extend(ZYDIS_REGISTER_EAX, ZYDIS_REGISTER_RAX, 4);
      case ZYDIS_MNEMONIC_CDQ: return spread_sign(ZYDIS_REGISTER_EAX, ZYDIS_REGISTER_EDX, 4);
      case ZYDIS_MNEMONIC_CQO: return spread_sign(ZYDIS_REGISTER_RAX, ZYDIS_REGISTER_RDX, 8);
      case ZYDIS_MNEMONIC_BT: return test_bit();
      case ZYDIS_MNEMONIC_CLD: return state_.set_flags(flag_direction, 0), true;
      case ZYDIS_MNEMONIC_STD: return state_.set_flags(flag_direction, flag_direction), true;
      default: break;
    }
    switch (instruction_.category()) {
      case ZYDIS_CATEGORY_SETCC: return set_by_condition();
      case ZYDIS_CATEGORY_CMOV: return move_by_condition();
      default: return false;
    }
  }

  bool move(bool sign_extended) {
    if (!sized(0) || !sized(1)) return false;
    if (loads_whole_register(instruction_.operands[1])) return load_register(accesses_.items[0], sign_extended);
    Value value = read(1);
    if (sign_extended) value.bits = sign_extend(value.bits, bytes(1));
    write(0, value);
    return true;
  }

  // Whether operand 0 is a general register that a load from `source` overwrites completely.
  bool loads_whole_register(const ZydisDecodedOperand &source) const {
    return source.type == ZYDIS_OPERAND_TYPE_MEMORY && instruction_.operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
           bytes(0) >= 4 && general_register(instruction_.operands[0].reg.value) >= 0;
  }

  bool load_register(const MemoryAccess &access, bool sign_extended) {
    const ZydisRegister target = instruction_.operands[0].reg.value;
    uint64_t address;
    if (state_.locate(access, address))
      state_.load_register(target, address, access.length, sign_extended);
    else
      state_.set_register_part(target, Value::unknown());
    return true;
  }

  bool load_address() {
    const ZydisDecodedOperand &source = instruction_.operands[1];
    uint64_t sum = static_cast<uint64_t>(source.mem.disp.value);
    bool known = true;
    if (source.mem.base == ZYDIS_REGISTER_RIP || source.mem.base == ZYDIS_REGISTER_EIP) {
      sum += instruction_.next();
    } else if (source.mem.base != ZYDIS_REGISTER_NONE) {
      const Value base = state_.register_part(source.mem.base);
      known = base.known;
      sum += base.bits;
    }
    if (source.mem.index != ZYDIS_REGISTER_NONE) {
      const Value index = state_.register_part(source.mem.index);
      known = known && index.known;
      sum += index.bits * source.mem.scale;
    }
    if (instruction_.decoded.address_width == 32) sum &= 0xffffffff;
    write(0, {sum, known});
    return true;
  }

  bool exchange() {
    if (!sized(0)) return false;
    const Value left = read(0), right = read(1);
    // The memory operand is formed from the registers before; zydis lists it first or second.
    const unsigned memory = instruction_.operands[0].type == ZYDIS_OPERAND_TYPE_MEMORY ? 0 : 1;
    write(memory, memory == 0 ? right : left);
    write(1 - memory, memory == 0 ? left : right);
    return true;
  }

  // Locks are taken with it. Memory is always written, with its old value if the comparison fails.
  bool compare_and_exchange() {
    if (instruction_.operands[0].type != ZYDIS_OPERAND_TYPE_MEMORY) return false;
    const Value target = read(0), replacement = read(1), accumulator = read(2);
    if (!sized(0) || !target.known || !replacement.known || !accumulator.known) return false;
    const ArithmeticResult comparison = subtract(accumulator.bits, target.bits, 0, bytes(0));
    const bool equal = accumulator.bits == target.bits;
    write(0, equal ? replacement : target);
    if (!equal) write(2, target);
    apply_flags(comparison);
    return true;
  }

  void move_stack_pointer(int64_t bytes) {
    Value pointer = state_.general(register_rsp);
    pointer.bits += static_cast<uint64_t>(bytes);
    state_.set_general(register_rsp, pointer);
  }

  bool push() {
    const unsigned width = instruction_.decoded.operand_width / 8;
    Value value = read(0);
    if (value.known) value.bits = low_bytes(value.bits, width);
    store(accesses_.items[accesses_.count - 1], value);
    move_stack_pointer(-static_cast<int64_t>(width));
    return true;
  }

  bool pop() {
    if (!sized(0)) return false;
    const Value value = load(accesses_.items[0]);
    if (instruction_.operands[0].type == ZYDIS_OPERAND_TYPE_MEMORY) write(0, value);
    move_stack_pointer(instruction_.decoded.operand_width / 8);
    if (instruction_.operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER) write(0, value);
    return true;
  }

  Value load(const MemoryAccess &access) {
    uint64_t address;
    if (!state_.locate(access, address)) return Value::unknown();
    return state_.load(address, access.length);
  }

  bool leave() {
    if (instruction_.decoded.operand_width != 64) return false;
    const Value frame = state_.general(register_rbp);
    const Value saved = frame.known ? state_.load(frame.bits, 8) : Value::unknown();
    state_.set_general(register_rsp, {frame.bits + 8, frame.known});
    state_.set_general(register_rbp, saved);
    return true;
  }

  bool combine() {
    if (!sized(0)) return false;
    const ZydisMnemonic mnemonic = instruction_.decoded.mnemonic;
    const bool compares = mnemonic == ZYDIS_MNEMONIC_CMP || mnemonic == ZYDIS_MNEMONIC_TEST;
    const bool carries = mnemonic == ZYDIS_MNEMONIC_ADC || mnemonic == ZYDIS_MNEMONIC_SBB;
    Value left = read(0), right = read(1);
    if (clears_itself()) left = right = Value::of(0);
    if (!left.known || !right.known || (carries && !state_.knows_flags(flag_carry))) return false;
    const uint64_t carry = carries && (state_.flags() & flag_carry) ? 1 : 0;
    const ArithmeticResult result = compute(mnemonic, left.bits, low_bytes(right.bits, bytes(0)), carry);
    if (!compares) write(0, Value::of(result.value));
    apply_flags(result);
    return true;
  }

  // xor and sub of a register with itself give zero, whatever it contains.
  bool clears_itself() const {
    if (!instruction_.is(ZYDIS_MNEMONIC_XOR) && !instruction_.is(ZYDIS_MNEMONIC_SUB)) return false;
    const ZydisDecodedOperand *operands = instruction_.operands;
    return operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER && operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
           operands[0].reg.value == operands[1].reg.value;
  }

  ArithmeticResult compute(ZydisMnemonic mnemonic, uint64_t left, uint64_t right, uint64_t carry) const {
    const unsigned size = bytes(0);
    switch (mnemonic) {
      case ZYDIS_MNEMONIC_ADD:
      case ZYDIS_MNEMONIC_ADC: return add(left, right, carry, size);
      case ZYDIS_MNEMONIC_AND:
      case ZYDIS_MNEMONIC_TEST: return logic(left & right, size);
      case ZYDIS_MNEMONIC_OR: return logic(left | right, size);
      case ZYDIS_MNEMONIC_XOR: return logic(left ^ right, size);
      default: return subtract(left, right, carry, size);
    }
  }

  // inc and dec leave the carry alone.
  bool step() {
    const Value value = read(0);
    if (!sized(0) || !value.known) return false;
    ArithmeticResult result = instruction_.is(ZYDIS_MNEMONIC_INC) ? add(value.bits, 1, 0, bytes(0))
                                                                  : subtract(value.bits, 1, 0, bytes(0));
    result.flags_written &= ~flag_carry;
    write(0, Value::of(result.value));
    apply_flags(result);
    return true;
  }

  bool complement() {
    const Value value = read(0);
    if (!sized(0) || !value.known) return false;
    if (instruction_.is(ZYDIS_MNEMONIC_NOT)) return write(0, Value::of(~value.bits)), true;
    const ArithmeticResult result = subtract(0, value.bits, 0, bytes(0));
    write(0, Value::of(result.value));
    apply_flags(result);
    return true;
  }

  bool shift_by(Shift kind) {
    const Value value = read(0), count = read(1);
    if (!sized(0) || !value.known || !count.known) return false;
    const ArithmeticResult result = shift(kind, value.bits, count.bits & 0xff, bytes(0));
    write(0, Value::of(result.value));
    apply_flags(result);
    return true;
  }

  // Two and three operands: the low half of the product. Its flags are rarely tested.
  bool multiply() {
    if (instruction_.decoded.operand_count_visible < 2 || !sized(0)) return false;
    const bool three = instruction_.decoded.operand_count_visible == 3;
    const Value left = read(three ? 1 : 0), right = read(three ? 2 : 1);
    if (!left.known || !right.known) return false;
    write(0, Value::of(left.bits * right.bits));
    state_.forget_flags(status_flags);
    return true;
  }

  bool extend(ZydisRegister source, ZydisRegister target, unsigned source_bytes) {
    Value value = state_.register_part(source);
    value.bits = low_bytes(sign_extend(value.bits, source_bytes), 2 * source_bytes);
    state_.set_register_part(target, value);
    return true;
  }

  bool spread_sign(ZydisRegister source, ZydisRegister target, unsigned size) {
    const Value value = state_.register_part(source);
    const bool negative = value.bits >> (8 * size - 1) & 1;
    state_.set_register_part(target, {negative ? low_bytes(~uint64_t{0}, size) : 0, value.known});
    return true;
  }

  bool test_bit() {
    if (instruction_.operands[0].type != ZYDIS_OPERAND_TYPE_REGISTER) return false;
    const Value value = read(0), bit = read(1);
    if (!value.known || !bit.known) return false;
    state_.set_flags(flag_carry, value.bits >> (bit.bits & (8 * bytes(0) - 1)) & 1 ? flag_carry : 0);
    state_.forget_flags(flag_overflow | flag_sign | flag_adjust | flag_parity);
    return true;
  }

  Decision condition() const { return evaluate_condition(instruction_.decoded.opcode & 0xf, state_); }

  bool set_by_condition() {
    const Decision decision = condition();
    write(0, {decision == Decision::yes, decision != Decision::unknown});
    return true;
  }

  bool move_by_condition() {
    const Decision decision = condition();
    if (decision == Decision::unknown) return false;
    // A 32-bit target loses its upper half even if nothing is moved.
    write(0, decision == Decision::yes ? read(1) : read(0));
    return true;
  }

  const Instruction &instruction_;
  const MemoryAccesses &accesses_;
  MachineState &state_;
};

}  // namespace

void emulate(const Instruction &instruction, const MemoryAccesses &accesses, MachineState &state) {
  if (is_string(instruction))
    emulate_string(instruction, accesses, state);
  else
    Emulator(instruction, accesses, state).run();
}

Decision evaluate_condition(uint8_t code, const MachineState &state) {
  // Codes come in pairs of which the odd one is the negation (Intel SDM vol. 2, appendix B.1.4.7).
  static constexpr uint64_t needed[8] = {flag_overflow,
                                         flag_carry,
                                         flag_zero,
                                         flag_carry | flag_zero,
                                         flag_sign,
                                         flag_parity,
                                         flag_sign | flag_overflow,
                                         flag_sign | flag_overflow | flag_zero};
  if (!state.knows_flags(needed[code >> 1])) return Decision::unknown;
  const uint64_t flags = state.flags();
  const bool less = !(flags & flag_sign) != !(flags & flag_overflow);
  bool holds;
  switch (code >> 1) {
    case 6: holds = less; break;
    case 7: holds = less || (flags & flag_zero); break;
    default: holds = flags & needed[code >> 1]; break;
  }
  return holds != static_cast<bool>(code & 1) ? Decision::yes : Decision::no;
}

Value read_operand(const Instruction &instruction, unsigned operand, const MemoryAccesses &accesses, MachineState &state) {
  const ZydisDecodedOperand &source = instruction.operands[operand];
  switch (source.type) {
    case ZYDIS_OPERAND_TYPE_REGISTER: return state.register_part(source.reg.value);
    case ZYDIS_OPERAND_TYPE_IMMEDIATE: return Value::of(source.imm.value.u);
    case ZYDIS_OPERAND_TYPE_MEMORY: break;
    default: return Value::unknown();
  }
  // Loads come first; an explicit memory operand is the first of them.
  if (accesses.count == 0 || accesses.items[0].store || accesses.items[0].length > 8) return Value::unknown();
  uint64_t address;
  if (!state.locate(accesses.items[0], address)) return Value::unknown();
  return state.load(address, accesses.items[0].length);
}

void forget_results(const Instruction &instruction, const MemoryAccesses &accesses, MachineState &state) {
  for (unsigned i = 0; i < accesses.count; i++) {
    if (!accesses.items[i].store) continue;
    uint64_t address;
    if (state.locate(accesses.items[i], address))
      state.store(address, accesses.items[i].length, Value::unknown());
    else
      state.store_somewhere();
  }
  for (unsigned i = 0; i < instruction.decoded.operand_count; i++) {
    const ZydisDecodedOperand &operand = instruction.operands[i];
    if (operand.type == ZYDIS_OPERAND_TYPE_REGISTER && (operand.actions & writing))
      state.set_register_part(operand.reg.value, Value::unknown());
  }
  if (const ZydisAccessedFlags *flags = instruction.decoded.cpu_flags) {
    // Zydis numbers CPU flags by their bits in RFLAGS.
    state.forget_flags(flags->modified | flags->set_0 | flags->set_1 | flags->undefined);
  }
}

}  // namespace hagstone
