// SPDX-License-Identifier: GPL-2.0-or-later
// Every instruction of real programs, one after the other, against the operands, mnemonics and categories that Zydis gives it.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "class_by_zydis.h"
#include "code/instruction.h"
#include "common/compare.h"
#include "common/raw_format.h"
#include "executable_sections.h"
#include "instructions/instruction_writes.h"
#include "values/instruction_class.h"

namespace {

const char *const programs[] = {"/usr/bin/bash",
                                "/usr/bin/cp",
                                "/usr/bin/dpkg",
                                "/usr/bin/find",
                                "/usr/bin/gcc",
                                "/usr/bin/git",
                                "/usr/bin/grep",
                                "/usr/bin/gzip",
                                "/usr/bin/ls",
                                "/usr/bin/perl",
                                "/usr/bin/python3",
                                "/usr/bin/sed",
                                "/usr/bin/sort",
                                "/usr/bin/tar",
                                "/usr/bin/tail",
                                "/usr/bin/du",
                                "/usr/bin/dd",
                                "/usr/bin/openssl",
                                "/lib/x86_64-linux-gnu/libc.so.6",
                                "/lib/x86_64-linux-gnu/libm.so.6"};
constexpr unsigned fewest_programs = 10;

bool is_value_register(const ZydisDecodedOperand &operand) {
  if (operand.type != ZYDIS_OPERAND_TYPE_REGISTER) return false;
  switch (ZydisRegisterGetClass(operand.reg.value)) {
    case ZYDIS_REGCLASS_GPR8:
    case ZYDIS_REGCLASS_GPR16:
    case ZYDIS_REGCLASS_GPR32:
    case ZYDIS_REGCLASS_GPR64:
    case ZYDIS_REGCLASS_X87:
    case ZYDIS_REGCLASS_MMX:
    case ZYDIS_REGCLASS_XMM:
    case ZYDIS_REGCLASS_YMM: return true;
    default: return false;
  }
}

uint8_t file_of(const ZydisDecodedOperand &operand) {
  switch (ZydisRegisterGetClass(operand.reg.value)) {
    case ZYDIS_REGCLASS_X87: return HAGSTONE_X87_REGISTER;
    case ZYDIS_REGCLASS_MMX: return HAGSTONE_MMX_REGISTER;
    case ZYDIS_REGCLASS_XMM:
    case ZYDIS_REGCLASS_YMM: return HAGSTONE_VECTOR_REGISTER;
    default: return HAGSTONE_GENERAL_REGISTER;
  }
}

bool is_same_register(const hagstone_register_write &write, const ZydisDecodedOperand &operand) {
  if (write.file != file_of(operand)) return false;
  switch (write.file) {
    case HAGSTONE_GENERAL_REGISTER: return write.number == hagstone::general_register(operand.reg.value);
    case HAGSTONE_X87_REGISTER: return true;
    default: return write.number == ZydisRegisterGetId(operand.reg.value);
  }
}

// The operand's size, or that of the one lane which the instruction gives a value of its own.
bool has_size_of(const hagstone_register_write &write, const ZydisDecodedOperand &operand) {
  const unsigned size = operand.size / 8;
  if (write.bytes == size) return true;
  return write.file != HAGSTONE_GENERAL_REGISTER && write.bytes < size &&
         (write.set_bytes >= size || write.set_bytes == write.bytes);
}

bool has_element_of(const hagstone_register_write &write, const ZydisDecodedOperand &operand) {
  switch (operand.element_type) {
    case ZYDIS_ELEMENT_TYPE_FLOAT32: return write.element == HAGSTONE_ELEMENT_F32;
    case ZYDIS_ELEMENT_TYPE_FLOAT64: return write.element == HAGSTONE_ELEMENT_F64;
    case ZYDIS_ELEMENT_TYPE_FLOAT80: return write.element == HAGSTONE_ELEMENT_F80;
    default: return true;
  }
}

bool is_floating(const ZydisDecodedOperand &operand) {
  return operand.element_type == ZYDIS_ELEMENT_TYPE_FLOAT32 || operand.element_type == ZYDIS_ELEMENT_TYPE_FLOAT64 ||
         operand.element_type == ZYDIS_ELEMENT_TYPE_FLOAT80;
}

// Only vector and x87 registers have numbers, and vectors only of instructions that take some operand for one. Zydis takes
// those of these five for integers.
bool may_be_floating(const hagstone::Instruction &instruction, const hagstone_register_write &write) {
  if (write.file != HAGSTONE_VECTOR_REGISTER) return write.file == HAGSTONE_X87_REGISTER;
  switch (instruction.decoded.mnemonic) {
    case ZYDIS_MNEMONIC_ROUNDPS:
    case ZYDIS_MNEMONIC_ROUNDPD:
    case ZYDIS_MNEMONIC_ROUNDSS:
    case ZYDIS_MNEMONIC_ROUNDSD:
    case ZYDIS_MNEMONIC_MOVDDUP: return true;
    default: break;
  }
  for (unsigned i = 0; i < instruction.decoded.operand_count; i++)
    if (is_floating(instruction.operands[i])) return true;
  return false;
}

bool changes_no_value(const hagstone::Instruction &instruction) {
  const ZydisInstructionCategory category = instruction.category();
  return category == ZYDIS_CATEGORY_NOP || category == ZYDIS_CATEGORY_WIDENOP || category == ZYDIS_CATEGORY_CET;
}

// Moves, whose whole purpose is to bring a value from memory.
bool only_loads(const hagstone::Instruction &instruction) {
  const ZydisInstructionCategory category = instruction.category();
  return category == ZYDIS_CATEGORY_DATAXFER || category == ZYDIS_CATEGORY_POP || category == ZYDIS_CATEGORY_BROADCAST;
}

bool loads(const hagstone::Instruction &instruction) {
  for (unsigned i = 0; i < instruction.decoded.operand_count; i++)
    if (instruction.operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY &&
        (instruction.operands[i].actions & (ZYDIS_OPERAND_ACTION_READ | ZYDIS_OPERAND_ACTION_CONDREAD)))
      return true;
  return false;
}

// Returns the number of registers written, and adds their types to those seen.
unsigned check(const hagstone::Instruction &instruction, std::set<uint8_t> &seen) {
  const std::string name = ZydisMnemonicGetString(instruction.decoded.mnemonic);
  hagstone_instruction_writes writes;
  EXPECT_TRUE(hagstone_decode_writes(instruction.address, instruction.decoded.length, &writes)) << name;
  if (changes_no_value(instruction)) {
    EXPECT_EQ(writes.count, 0u) << name;
    return 0;
  }
  std::vector<bool> explained(writes.count);
  for (unsigned i = 0; i < instruction.decoded.operand_count; i++) {
    const ZydisDecodedOperand &operand = instruction.operands[i];
    if (!is_value_register(operand) || !(operand.actions & (ZYDIS_OPERAND_ACTION_WRITE | ZYDIS_OPERAND_ACTION_CONDWRITE)))
      continue;
    bool found = false;
    for (unsigned k = 0; k < writes.count; k++) {
      if (!is_same_register(writes.items[k], operand)) continue;
      found = explained[k] = true;
      EXPECT_TRUE(has_size_of(writes.items[k], operand)) << name << " " << operand.size;
      EXPECT_TRUE(has_element_of(writes.items[k], operand)) << name;
    }
    EXPECT_TRUE(found) << name << " writes " << ZydisRegisterGetString(operand.reg.value);
  }
  for (unsigned k = 0; k < writes.count; k++) {
    EXPECT_TRUE(explained[k]) << name;
    const hagstone_register_write &write = writes.items[k];
    EXPECT_TRUE(!write.loads || loads(instruction)) << name;
    EXPECT_TRUE(write.loads || write.stack_pointer || !only_loads(instruction) || !loads(instruction)) << name;
    const bool floating = write.element != HAGSTONE_ELEMENT_BYTES;
    EXPECT_TRUE(!floating || may_be_floating(instruction, write)) << name;
    EXPECT_EQ(hagstone_instruction_class(instruction.address, instruction.decoded.length, write.element),
              class_by_zydis(instruction, floating))
        << name;
    seen.insert(class_by_zydis(instruction, floating));
  }
  EXPECT_EQ(hagstone_instruction_operation(instruction.address, instruction.decoded.length),
            operation_by_zydis(instruction))
      << name;
  return writes.count;
}

TEST(InstructionWrites, AgreeWithZydisInRealPrograms) {
  unsigned programs_seen = 0;
  uint64_t writes = 0;
  std::set<uint8_t> seen;
  for (const char *program : programs) {
    const auto sections = executable_sections(std::filesystem::weakly_canonical(program));
    programs_seen += !sections.empty();
    for (const std::vector<uint8_t> &section : sections) {
      for (uint64_t at = 0; at < section.size();) {
        hagstone::Instruction instruction;
        if (!hagstone::decode(reinterpret_cast<uint64_t>(section.data()) + at, section.size() - at, instruction)) {
          at++;  // data between functions
          continue;
        }
        writes += check(instruction, seen);
        at += instruction.decoded.length;
      }
      ASSERT_FALSE(HasFailure()) << program;
    }
  }
  EXPECT_GE(programs_seen, fewest_programs);
  EXPECT_GT(writes, 100000u);
  EXPECT_EQ(seen.size(), 10u) << "all thirteen but loads and stores, which are told by their accesses";
}

}  // namespace
