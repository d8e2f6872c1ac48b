// SPDX-License-Identifier: GPL-2.0-or-later
#include "instruction_writes.h"

#include "code/instruction.h"
#include "common/compare.h"

namespace {

using hagstone::Instruction;

constexpr uint8_t reading = ZYDIS_OPERAND_ACTION_READ | ZYDIS_OPERAND_ACTION_CONDREAD;
constexpr uint8_t writing = ZYDIS_OPERAND_ACTION_WRITE | ZYDIS_OPERAND_ACTION_CONDWRITE;
constexpr unsigned general_bytes = 8, half_vector_bytes = 16, vector_bytes = 32;

bool produces_no_value(const Instruction &instruction) {
  switch (instruction.category()) {
    case ZYDIS_CATEGORY_NOP:
    case ZYDIS_CATEGORY_WIDENOP:
    case ZYDIS_CATEGORY_CET: return true;
    default: return false;
  }
}

bool is_packed_integer(const char *name) { return name[0] == 'p' || (name[0] == 'v' && name[1] == 'p'); }

// addsd, vfmadd231ss, cvtsi2sd … : floating point of the one lowest lane, named by its last letters. Returns its
// element, HAGSTONE_ELEMENT_BYTES for other instructions.
uint8_t scalar_element(const Instruction &instruction) {
  if (instruction.category() == ZYDIS_CATEGORY_BROADCAST) return HAGSTONE_ELEMENT_BYTES;
  const char *name = ZydisMnemonicGetString(instruction.decoded.mnemonic);
  if (!name || is_packed_integer(name)) return HAGSTONE_ELEMENT_BYTES;
  unsigned length = 0;
  while (name[length]) length++;
  if (length < 3 || name[length - 2] != 's') return HAGSTONE_ELEMENT_BYTES;
  if (name[length - 1] == 's') return HAGSTONE_ELEMENT_F32;
  return name[length - 1] == 'd' ? HAGSTONE_ELEMENT_F64 : HAGSTONE_ELEMENT_BYTES;
}

// Zydis takes these operands for integers.
uint8_t element_by_mnemonic(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_ROUNDPS: return HAGSTONE_ELEMENT_F32;
    case ZYDIS_MNEMONIC_MOVDDUP:
    case ZYDIS_MNEMONIC_ROUNDPD: return HAGSTONE_ELEMENT_F64;
    default: return HAGSTONE_ELEMENT_BYTES;
  }
}

uint8_t vector_element(const Instruction &instruction, const ZydisDecodedOperand &operand) {
  switch (operand.element_type) {
    case ZYDIS_ELEMENT_TYPE_FLOAT32: return HAGSTONE_ELEMENT_F32;
    case ZYDIS_ELEMENT_TYPE_FLOAT64: return HAGSTONE_ELEMENT_F64;
    default: break;
  }
  const uint8_t scalar = scalar_element(instruction);
  return scalar ? scalar : element_by_mnemonic(instruction.decoded.mnemonic);
}

// Moves of one integer to the low end of a vector register. 0: another instruction.
uint8_t moved_integer_bytes(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_MOVD:
    case ZYDIS_MNEMONIC_VMOVD: return 4;
    case ZYDIS_MNEMONIC_MOVQ:
    case ZYDIS_MNEMONIC_VMOVQ: return 8;
    default: return 0;
  }
}

// pinsr* without VEX replaces one lane. 0: another instruction.
uint8_t inserted_lane_bytes(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_PINSRB: return 1;
    case ZYDIS_MNEMONIC_PINSRW: return 2;
    case ZYDIS_MNEMONIC_PINSRD: return 4;
    case ZYDIS_MNEMONIC_PINSRQ: return 8;
    default: return 0;
  }
}

bool writes_high_half(ZydisMnemonic mnemonic) {
  return mnemonic == ZYDIS_MNEMONIC_MOVHPD || mnemonic == ZYDIS_MNEMONIC_MOVHPS || mnemonic == ZYDIS_MNEMONIC_MOVLHPS;
}

bool is_extending_load(ZydisMnemonic mnemonic) {
  return (mnemonic >= ZYDIS_MNEMONIC_PMOVSXBD && mnemonic <= ZYDIS_MNEMONIC_PMOVSXWQ) ||
         (mnemonic >= ZYDIS_MNEMONIC_PMOVZXBD && mnemonic <= ZYDIS_MNEMONIC_PMOVZXWQ) ||
         (mnemonic >= ZYDIS_MNEMONIC_VPMOVSXBD && mnemonic <= ZYDIS_MNEMONIC_VPMOVSXWQ) ||
         (mnemonic >= ZYDIS_MNEMONIC_VPMOVZXBD && mnemonic <= ZYDIS_MNEMONIC_VPMOVZXWQ);
}

bool reads_memory(const Instruction &instruction) {
  for (unsigned i = 0; i < instruction.decoded.operand_count; i++) {
    const ZydisDecodedOperand &operand = instruction.operands[i];
    if (operand.type == ZYDIS_OPERAND_TYPE_MEMORY && operand.mem.type != ZYDIS_MEMOP_TYPE_AGEN &&
        (operand.actions & reading))
      return true;
  }
  return false;
}

bool is_load(const Instruction &instruction) {
  if (!reads_memory(instruction)) return false;
  switch (instruction.category()) {
    case ZYDIS_CATEGORY_DATAXFER:
    case ZYDIS_CATEGORY_BROADCAST:
    case ZYDIS_CATEGORY_AVX2GATHER:
    case ZYDIS_CATEGORY_POP: return true;
    default: break;
  }
  switch (instruction.decoded.mnemonic) {
    case ZYDIS_MNEMONIC_FBLD:
    case ZYDIS_MNEMONIC_FILD:
    case ZYDIS_MNEMONIC_FLD:
    case ZYDIS_MNEMONIC_LDDQU:
    case ZYDIS_MNEMONIC_LEAVE:
    case ZYDIS_MNEMONIC_LODSB:
    case ZYDIS_MNEMONIC_LODSD:
    case ZYDIS_MNEMONIC_LODSQ:
    case ZYDIS_MNEMONIC_LODSW:
    case ZYDIS_MNEMONIC_VLDDQU:
    case ZYDIS_MNEMONIC_VMASKMOVPD:
    case ZYDIS_MNEMONIC_VMASKMOVPS:
    case ZYDIS_MNEMONIC_VPMASKMOVD:
    case ZYDIS_MNEMONIC_VPMASKMOVQ: return true;
    default: return is_extending_load(instruction.decoded.mnemonic);
  }
}

// A register that an instruction writes beside its purpose: the pointers of stack and string instructions, the count of
// rep, the mask of a gather.
bool is_by_the_way(const Instruction &instruction, const ZydisDecodedOperand &operand) {
  if (instruction.category() == ZYDIS_CATEGORY_AVX2GATHER) return &operand != &instruction.operands[0];
  if (operand.visibility != ZYDIS_OPERAND_VISIBILITY_HIDDEN) return false;
  switch (operand.reg.value) {
    case ZYDIS_REGISTER_RAX:
    case ZYDIS_REGISTER_EAX:
    case ZYDIS_REGISTER_AX:
    case ZYDIS_REGISTER_AL:
    case ZYDIS_REGISTER_RBP:
    case ZYDIS_REGISTER_EBP:
    case ZYDIS_REGISTER_BP:
    case ZYDIS_REGISTER_ST0: return false;
    default: return true;
  }
}

bool is_high_byte(ZydisRegister name) { return name >= ZYDIS_REGISTER_AH && name <= ZYDIS_REGISTER_BH; }

hagstone_register_write general_write(const ZydisDecodedOperand &operand) {
  hagstone_register_write write = {};
  write.file = HAGSTONE_GENERAL_REGISTER;
  write.number = static_cast<uint8_t>(hagstone::general_register(operand.reg.value));
  write.offset = is_high_byte(operand.reg.value);
  write.bytes = static_cast<uint8_t>(operand.size / 8);
  write.set_bytes = write.bytes == 4 ? general_bytes : write.bytes;
  return write;
}

hagstone_register_write vector_write(const Instruction &instruction, const ZydisDecodedOperand &operand) {
  const ZydisMnemonic mnemonic = instruction.decoded.mnemonic;
  hagstone_register_write write = {};
  write.file = HAGSTONE_VECTOR_REGISTER;
  write.number = static_cast<uint8_t>(ZydisRegisterGetId(operand.reg.value));
  write.element = vector_element(instruction, operand);
  write.bytes = write.set_bytes = static_cast<uint8_t>(operand.size / 8);
  if (const uint8_t scalar = scalar_element(instruction))
    write.bytes = static_cast<uint8_t>(hagstone_element_size(scalar));
  else if (const uint8_t moved = moved_integer_bytes(mnemonic))
    write.bytes = moved;
  if (writes_high_half(mnemonic)) write.offset = half_vector_bytes / 2;
  if (const uint8_t lane = inserted_lane_bytes(mnemonic)) {
    const unsigned lanes = half_vector_bytes / lane;
    write.offset = static_cast<uint8_t>((instruction.operands[2].imm.value.u & (lanes - 1)) * lane);
    write.bytes = write.set_bytes = lane;
  }
  if (instruction.decoded.encoding != ZYDIS_INSTRUCTION_ENCODING_LEGACY) write.set_bytes = vector_bytes;
  return write;
}

hagstone_register_write mmx_write(const Instruction &instruction, const ZydisDecodedOperand &operand) {
  hagstone_register_write write = {};
  write.file = HAGSTONE_MMX_REGISTER;
  write.number = static_cast<uint8_t>(ZydisRegisterGetId(operand.reg.value));
  write.bytes = write.set_bytes = 8;
  if (instruction.is(ZYDIS_MNEMONIC_MOVD)) write.bytes = 4;
  if (instruction.is(ZYDIS_MNEMONIC_PINSRW)) {
    write.offset = static_cast<uint8_t>((instruction.operands[2].imm.value.u & 3) * 2);
    write.bytes = write.set_bytes = 2;
  }
  return write;
}

hagstone_register_write x87_write(unsigned earlier) {
  hagstone_register_write write = {};
  write.file = HAGSTONE_X87_REGISTER;
  write.number = static_cast<uint8_t>(earlier);
  write.bytes = write.set_bytes = static_cast<uint8_t>(hagstone_element_size(HAGSTONE_ELEMENT_F80));
  write.element = HAGSTONE_ELEMENT_F80;
  return write;
}

// False: not a register that values are produced in.
bool describe(const Instruction &instruction, const ZydisDecodedOperand &operand, unsigned earlier,
              hagstone_register_write &write) {
  switch (ZydisRegisterGetClass(operand.reg.value)) {
    case ZYDIS_REGCLASS_GPR8:
    case ZYDIS_REGCLASS_GPR16:
    case ZYDIS_REGCLASS_GPR32:
    case ZYDIS_REGCLASS_GPR64: write = general_write(operand); break;
    case ZYDIS_REGCLASS_XMM:
    case ZYDIS_REGCLASS_YMM: write = vector_write(instruction, operand); break;
    case ZYDIS_REGCLASS_MMX: write = mmx_write(instruction, operand); break;
    case ZYDIS_REGCLASS_X87: write = x87_write(earlier); break;
    default: return false;
  }
  const bool by_the_way = is_by_the_way(instruction, operand);
  write.loads = is_load(instruction) && !by_the_way;
  write.stack_pointer = by_the_way && operand.reg.value == ZYDIS_REGISTER_RSP;
  return true;
}

bool overlap(const hagstone_register_write &left, const hagstone_register_write &right) {
  return left.file == right.file && left.number == right.number && left.offset < right.offset + right.bytes &&
         right.offset < left.offset + left.bytes;
}

// pop rsp, xadd of a register with itself: one register, which holds one value afterwards.
bool is_known(const hagstone_instruction_writes &writes, const hagstone_register_write &write) {
  for (unsigned i = 0; i < writes.count; i++)
    if (overlap(writes.items[i], write)) return true;
  return false;
}

}  // namespace

int hagstone_decode_writes(uint64_t address, uint32_t length, hagstone_instruction_writes *writes) {
  writes->count = 0;
  Instruction instruction;
  if (!hagstone::decode(address, length, instruction)) return 0;
  if (produces_no_value(instruction)) return 1;
  for (unsigned i = 0; i < instruction.decoded.operand_count; i++) {
    const ZydisDecodedOperand &operand = instruction.operands[i];
    if (operand.type != ZYDIS_OPERAND_TYPE_REGISTER || !(operand.actions & writing)) continue;
    hagstone_register_write write;
    if (!describe(instruction, operand, writes->count, write) || is_known(*writes, write)) continue;
    if (writes->count == HAGSTONE_MOST_REGISTER_WRITES) break;
    writes->items[writes->count++] = write;
  }
  return 1;
}
