// SPDX-License-Identifier: GPL-2.0-or-later
// Every instruction of real programs, one after the other, against the operands that Zydis gives it.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "code/instruction.h"
#include "common/compare.h"
#include "executable_sections.h"
#include "instruction_writes.h"

namespace {

const char *const programs[] = {
    "/usr/bin/bash", "/usr/bin/cp",   "/usr/bin/dpkg", "/usr/bin/find", "/usr/bin/gcc",     "/usr/bin/git",
    "/usr/bin/grep", "/usr/bin/gzip", "/usr/bin/ls",   "/usr/bin/perl", "/usr/bin/python3", "/usr/bin/sed",
    "/usr/bin/sort", "/usr/bin/tar",  "/usr/bin/tail", "/usr/bin/du",   "/usr/bin/dd",      "/usr/bin/openssl",
    "/lib/x86_64-linux-gnu/libc.so.6", "/lib/x86_64-linux-gnu/libm.so.6"};
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

bool changes_no_value(const hagstone::Instruction &instruction) {
  const ZydisInstructionCategory category = instruction.category();
  return category == ZYDIS_CATEGORY_NOP || category == ZYDIS_CATEGORY_WIDENOP || category == ZYDIS_CATEGORY_CET;
}

bool loads(const hagstone::Instruction &instruction) {
  for (unsigned i = 0; i < instruction.decoded.operand_count; i++)
    if (instruction.operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY &&
        (instruction.operands[i].actions & (ZYDIS_OPERAND_ACTION_READ | ZYDIS_OPERAND_ACTION_CONDREAD)))
      return true;
  return false;
}

// Returns the number of registers written.
unsigned check(const hagstone::Instruction &instruction) {
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
    if (!is_value_register(operand) ||
        !(operand.actions & (ZYDIS_OPERAND_ACTION_WRITE | ZYDIS_OPERAND_ACTION_CONDWRITE)))
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
    EXPECT_TRUE(!writes.items[k].loads || loads(instruction)) << name;
  }
  return writes.count;
}

TEST(InstructionWrites, AgreeWithZydisInRealPrograms) {
  unsigned programs_seen = 0;
  uint64_t writes = 0;
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
        writes += check(instruction);
        at += instruction.decoded.length;
      }
      ASSERT_FALSE(HasFailure()) << program;
    }
  }
  EXPECT_GE(programs_seen, fewest_programs);
  EXPECT_GT(writes, 100000u);
}

}  // namespace
