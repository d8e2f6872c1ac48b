// SPDX-License-Identifier: MIT
#include "code/memory_access.h"

#include "code/emulation/flags.h"

namespace hagstone {
namespace {

constexpr uint8_t reading = ZYDIS_OPERAND_ACTION_READ | ZYDIS_OPERAND_ACTION_CONDREAD;
constexpr uint8_t writing = ZYDIS_OPERAND_ACTION_WRITE | ZYDIS_OPERAND_ACTION_CONDWRITE;

bool touches_no_data(const Instruction &instruction) {
  switch (instruction.category()) {
    case ZYDIS_CATEGORY_NOP:
    case ZYDIS_CATEGORY_WIDENOP:
    case ZYDIS_CATEGORY_PREFETCH:
    case ZYDIS_CATEGORY_PREFETCHWT1:
    case ZYDIS_CATEGORY_CLDEMOTE:
    case ZYDIS_CATEGORY_CLFLUSHOPT:
    case ZYDIS_CATEGORY_CLWB: return true;
    default: return instruction.is(ZYDIS_MNEMONIC_CLFLUSH) || instruction.is(ZYDIS_MNEMONIC_INVLPG);
  }
}

bool has_varying_bytes(const Instruction &instruction) {
  switch (instruction.decoded.mnemonic) {
    case ZYDIS_MNEMONIC_VMASKMOVPS:
    case ZYDIS_MNEMONIC_VMASKMOVPD:
    case ZYDIS_MNEMONIC_VPMASKMOVD:
    case ZYDIS_MNEMONIC_VPMASKMOVQ:
    case ZYDIS_MNEMONIC_MASKMOVQ:
    case ZYDIS_MNEMONIC_MASKMOVDQU:
    case ZYDIS_MNEMONIC_VMASKMOVDQU: return true;
    default: break;
  }
  const ZydisInstructionCategory category = instruction.category();
  if (category == ZYDIS_CATEGORY_XSAVE || category == ZYDIS_CATEGORY_XSAVEOPT || category == ZYDIS_CATEGORY_AMX_TILE)
    return true;
  const ZydisRegister mask = instruction.decoded.avx.mask.reg;
  return mask >= ZYDIS_REGISTER_K1 && mask <= ZYDIS_REGISTER_K7;
}

bool is_bit_string(const Instruction &instruction) {
  switch (instruction.decoded.mnemonic) {
    case ZYDIS_MNEMONIC_BT:
    case ZYDIS_MNEMONIC_BTC:
    case ZYDIS_MNEMONIC_BTR:
    case ZYDIS_MNEMONIC_BTS: return instruction.operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER;
    default: return false;
  }
}

uint8_t number_or_none(ZydisRegister name) {
  const int number = general_register(name);
  return number < 0 ? MemoryAccess::no_register : static_cast<uint8_t>(number);
}

// The mnemonic says more than Zydis's operand, which is of integers in the forms without VEX.
uint8_t element_of_floating_point_move(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_EXTRACTPS:
    case ZYDIS_MNEMONIC_INSERTPS:
    case ZYDIS_MNEMONIC_MOVNTPS:
    case ZYDIS_MNEMONIC_UNPCKHPS:
    case ZYDIS_MNEMONIC_UNPCKLPS:
    case ZYDIS_MNEMONIC_VEXTRACTPS:
    case ZYDIS_MNEMONIC_VINSERTPS:
    case ZYDIS_MNEMONIC_VMOVNTPS: return HAGSTONE_ELEMENT_F32;
    case ZYDIS_MNEMONIC_MOVDDUP:
    case ZYDIS_MNEMONIC_MOVHPD:
    case ZYDIS_MNEMONIC_MOVLPD:
    case ZYDIS_MNEMONIC_MOVNTPD:
    case ZYDIS_MNEMONIC_UNPCKHPD:
    case ZYDIS_MNEMONIC_UNPCKLPD:
    case ZYDIS_MNEMONIC_VMOVNTPD: return HAGSTONE_ELEMENT_F64;
    default: return HAGSTONE_ELEMENT_BYTES;
  }
}

// By the instruction alone: data that movaps and similar instructions only copy has the mnemonic's type, since nothing
// else is known.
uint8_t element_of(const Instruction &instruction, const ZydisDecodedOperand &operand) {
  switch (operand.element_type) {
    case ZYDIS_ELEMENT_TYPE_FLOAT32: return HAGSTONE_ELEMENT_F32;
    case ZYDIS_ELEMENT_TYPE_FLOAT64: return HAGSTONE_ELEMENT_F64;
    case ZYDIS_ELEMENT_TYPE_FLOAT80: return HAGSTONE_ELEMENT_F80;
    default: return element_of_floating_point_move(instruction.decoded.mnemonic);
  }
}

MemoryAccess describe(const Instruction &instruction, const ZydisDecodedOperand &operand) {
  MemoryAccess access = {};
  access.length = static_cast<uint16_t>(operand.size / 8);
  access.element = element_of(instruction, operand);
  access.base = number_or_none(operand.mem.base);
  access.index = number_or_none(operand.mem.index);
  access.scale = operand.mem.scale;
  access.displacement = operand.mem.disp.value;
  access.address_32 = instruction.decoded.address_width == 32;
  if (operand.mem.base == ZYDIS_REGISTER_RIP || operand.mem.base == ZYDIS_REGISTER_EIP)
    access.displacement += static_cast<int64_t>(instruction.next());
  access.segment_fs = operand.mem.segment == ZYDIS_REGISTER_FS;
  if (access.segment_fs || operand.mem.segment == ZYDIS_REGISTER_GS) access.kind = MemoryAccess::thread_relative;
  if (operand.mem.type != ZYDIS_MEMOP_TYPE_MEM || access.length == 0 || has_varying_bytes(instruction))
    access.kind = MemoryAccess::unsupported;

  const bool hidden = operand.visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN;
  const bool pushes = hidden && access.base == register_rsp && (operand.actions & writing);
  if (pushes) access.displacement -= access.length;
  // pop to memory: the address is formed after the stack pointer has moved (Intel SDM vol. 2, POP).
  const bool pops = !hidden && instruction.is(ZYDIS_MNEMONIC_POP);
  if (pops && access.base == register_rsp) access.displacement += access.length;
  if (instruction.is(ZYDIS_MNEMONIC_XLAT)) {
    access.index = register_rax;
    access.scale = 1;
    access.index_low_byte = true;
  }
  return access;
}

// The register operand of bt counts bits from the memory operand, also downwards. Its index needs a place of its own.
void add_bit_offset(const Instruction &instruction, MemoryAccess &access) {
  if (access.index != MemoryAccess::no_register) {
    access.kind = MemoryAccess::unsupported;
    return;
  }
  access.bit_string = static_cast<uint8_t>(instruction.operands[0].size);
  access.index = number_or_none(instruction.operands[1].reg.value);
}

uint64_t index_offset(const MemoryAccess &access, uint64_t index) {
  if (access.index_low_byte) return index & 0xff;
  if (access.bit_string == 0) return index * access.scale;
  const unsigned unused = 64u - access.bit_string;
  const int64_t bit = static_cast<int64_t>(index << unused) >> unused;
  const int64_t element = bit >> __builtin_ctz(access.bit_string);
  return static_cast<uint64_t>(element * (access.bit_string / 8));
}

void forget_written(const Instruction &instruction, KnownRegisters &registers) {
  for (unsigned i = 0; i < instruction.decoded.operand_count; i++) {
    const ZydisDecodedOperand &operand = instruction.operands[i];
    if (operand.type != ZYDIS_OPERAND_TYPE_REGISTER || !(operand.actions & writing)) continue;
    const int number = general_register(operand.reg.value);
    if (number >= 0) registers.forget(static_cast<unsigned>(number));
  }
}

// Offset in its segment; false if a register that it needs is not known.
bool offset_of(const MemoryAccess &access, const KnownRegisters &registers, uint64_t &offset) {
  if (access.kind == MemoryAccess::unsupported) return false;
  offset = static_cast<uint64_t>(access.displacement);
  if (access.base != MemoryAccess::no_register) {
    if (!registers.knows(access.base)) return false;
    offset += registers.values[access.base];
  }
  if (access.index != MemoryAccess::no_register) {
    if (!registers.knows(access.index)) return false;
    offset += index_offset(access, registers.values[access.index]);
  }
  if (access.address_32) offset &= 0xffffffff;
  return true;
}

// How far the instruction raised the stack pointer; false if that does not follow from its operands.
bool stack_movement(const Instruction &instruction, int64_t &movement) {
  const unsigned width = instruction.decoded.operand_width / 8;
  switch (instruction.category()) {
    case ZYDIS_CATEGORY_PUSH: movement = -static_cast<int64_t>(width); return true;
    case ZYDIS_CATEGORY_CALL: movement = -8; return true;
    case ZYDIS_CATEGORY_RET:
      movement = 8;
      if (instruction.operands[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
        movement += static_cast<int64_t>(instruction.operands[0].imm.value.u);
      return true;
    case ZYDIS_CATEGORY_POP:
      movement = width;
      return instruction.operands[0].type != ZYDIS_OPERAND_TYPE_REGISTER ||
             general_register(instruction.operands[0].reg.value) != register_rsp;
    default: return false;
  }
}

}  // namespace

MemoryAccesses memory_accesses(const Instruction &instruction) {
  MemoryAccesses accesses = {};
  if (touches_no_data(instruction)) return accesses;
  for (unsigned pass = 0; pass < 2; pass++) {
    const bool store = pass == 1;
    for (unsigned i = 0; i < instruction.decoded.operand_count; i++) {
      const ZydisDecodedOperand &operand = instruction.operands[i];
      if (operand.type != ZYDIS_OPERAND_TYPE_MEMORY || operand.mem.type == ZYDIS_MEMOP_TYPE_AGEN) continue;
      if (!(operand.actions & (store ? writing : reading)) || accesses.count == 4) continue;
      MemoryAccess &access = accesses.items[accesses.count++];
      access = describe(instruction, operand);
      access.store = store;
      if (is_bit_string(instruction)) add_bit_offset(instruction, access);
    }
  }
  return accesses;
}

bool address_of(const MemoryAccess &access, const KnownRegisters &registers, uint64_t &address) {
  if (access.kind == MemoryAccess::unsupported || !offset_of(access, registers, address)) return false;
  if (access.kind == MemoryAccess::plain) return true;
  address += reinterpret_cast<uint64_t>(__builtin_thread_pointer());
  return access.segment_fs;
}

KnownRegisters registers_before(const Instruction &instruction, const KnownRegisters &after, uint64_t flags) {
  KnownRegisters before = after;
  forget_written(instruction, before);
  if (is_string(instruction)) {
    if (instruction.decoded.address_width != 64) {
      before.forget(register_rsi);
      before.forget(register_rdi);
      before.forget(register_rcx);
      return before;
    }
    const uint64_t element = string_element(instruction);
    const uint64_t back = flags & flag_direction ? element : -element;
    if (advances_rsi(instruction) && after.knows(register_rsi)) before.set(register_rsi, after.values[register_rsi] + back);
    if (advances_rdi(instruction) && after.knows(register_rdi)) before.set(register_rdi, after.values[register_rdi] + back);
    if (is_repeated(instruction) && after.knows(register_rcx)) before.set(register_rcx, after.values[register_rcx] + 1);
    return before;
  }
  int64_t movement;
  if (stack_movement(instruction, movement) && after.knows(register_rsp))
    before.set(register_rsp, after.values[register_rsp] - static_cast<uint64_t>(movement));
  if (instruction.is(ZYDIS_MNEMONIC_LEAVE) && after.knows(register_rsp))
    before.set(register_rbp, after.values[register_rsp] - 8);
  if (instruction.is(ZYDIS_MNEMONIC_ENTER) && after.knows(register_rbp))
    before.set(register_rsp, after.values[register_rbp] + 8);
  return before;
}

}  // namespace hagstone
