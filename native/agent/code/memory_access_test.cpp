// SPDX-License-Identifier: MIT
#include "code/memory_access.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "code/emulation/flags.h"

extern "C" const char snippet_forms[], snippet_forms_end[], snippet_elements[], snippet_elements_end[];

namespace hagstone {
namespace {

// Every register has a distinct value; the stack pointer and rbx match their names in snippets.S.
KnownRegisters sample_registers() {
  KnownRegisters registers = {};
  registers.known = 0xffff;
  for (unsigned i = 0; i < 16; i++) registers.values[i] = 0x1000 * (i + 1);
  return registers;
}

std::string describe(const MemoryAccess &access) {
  std::string text = access.store ? "store " : "load ";
  if (access.kind == MemoryAccess::thread_relative) return text + "thread";
  if (access.kind == MemoryAccess::unsupported) return text + "unsupported";
  uint64_t address = 0;
  EXPECT_TRUE(address_of(access, sample_registers(), address));
  char number[32];
  snprintf(number, sizeof number, "%lx+%u", address, access.length);
  return text + number;
}

TEST(MemoryAccess, KnowsEveryForm) {
  // rax 1000, rcx 2000, rdx 3000, rbx 4000, rsp 5000, rbp 6000, rsi 7000, rdi 8000.
  const std::vector<std::vector<std::string>> expected = {
      {"load 24008+4"},                    // mov 8(%rdi,%rsi,4)
      {"store 3ffe+2"},                    // mov %ax, -2(%rbx)
      {"load 3000+8", "store 3000+8"},     // addq
      {"store 4ff8+8"},                    // push
      {"load 5000+8", "store 4ff8+8"},     // push (%rsp)
      {"load 5000+8", "store 5010+8"},     // pop 8(%rsp)
      {"load 5000+8"},                     // pop
      {"load 8010+8", "store 4ff8+8"},     // call *16(%rdi)
      {"load 5000+8"},                     // ret
      {"load 6000+8"},                     // leave
      {"store 4ff8+8"},                    // enter
      {"load 7000+1", "store 8000+1"},     // rep movsb
      {"load 7000+8", "load 8000+8"},      // repe cmpsq
      {"store 8000+4"},                    // stosl
      {"load 7000+2"},                     // lodsw
      {"load 4000+1"},                     // xlat
      {"load 8000+8", "store 8000+8"},     // cmpxchg
      {},                                  // prefetch
      {},                                  // nop
      {},                                  // lea
      {"store 8000+512"},                  // fxsave
      {"load unsupported", "store unsupported"},  // xsave
      {"load 8000+8"},                     // broadcast
      {"store unsupported"},               // masked
      {"store 8000+64"},                   // vmovups
      {"load unsupported"},                // vmaskmovps
      {"store unsupported"},               // scatter
      {"load 8200+8", "store 8200+8"},     // bts: bit 0x1000
      {"load thread"},                     // %gs
      {"load 8000+10"},                    // fldt
      {"load 8000+16", "store 8000+16"},   // cmpxchg16b
      {},                                  // clflush
      {"load 8010+4"},                     // 16(%edi)
  };
  const auto end = reinterpret_cast<uint64_t>(snippet_forms_end);
  uint64_t at = reinterpret_cast<uint64_t>(snippet_forms);
  Instruction instruction;
  for (const std::vector<std::string> &wanted : expected) {
    ASSERT_TRUE(decode(at, end - at, instruction));
    const MemoryAccesses accesses = memory_accesses(instruction);
    std::vector<std::string> found;
    for (unsigned i = 0; i < accesses.count; i++) found.push_back(describe(accesses.items[i]));
    EXPECT_EQ(found, wanted) << ZydisMnemonicGetString(instruction.decoded.mnemonic);
    at = instruction.next();
  }
  ASSERT_TRUE(decode(at, end - at, instruction));
  uint64_t address = 0;
  ASSERT_TRUE(address_of(memory_accesses(instruction).items[0], KnownRegisters{}, address));
  EXPECT_EQ(address, reinterpret_cast<uint64_t>(snippet_forms));
  EXPECT_EQ(instruction.next(), end);
}

TEST(MemoryAccess, KnowsWhatTheBytesAreTakenFor) {
  constexpr hagstone_element bytes = HAGSTONE_ELEMENT_BYTES, f32 = HAGSTONE_ELEMENT_F32, f64 = HAGSTONE_ELEMENT_F64,
                             f80 = HAGSTONE_ELEMENT_F80;
  const std::vector<hagstone_element> expected = {
      bytes, bytes, bytes, bytes, bytes,  // mov, movdqu, movq, paddd, cvtsi2sd
      f32,   f32,   f32,   f32,   f32,    // movss, movups, mulps, broadcast, flds
      f64,   f64,   f64,   f64,   f64,    // movsd, movapd, vfmadd231pd, vmovupd, movhpd
      f32,   f64,   f80,   f80,   bytes,  // cvtss2sd, fstpl, fldt, fstpt, fildll
      bytes,                              // fbld
  };
  const auto end = reinterpret_cast<uint64_t>(snippet_elements_end);
  uint64_t at = reinterpret_cast<uint64_t>(snippet_elements);
  Instruction instruction;
  for (hagstone_element wanted : expected) {
    ASSERT_TRUE(decode(at, end - at, instruction));
    const MemoryAccesses accesses = memory_accesses(instruction);
    ASSERT_EQ(accesses.count, 1u);
    EXPECT_EQ(accesses.items[0].element, wanted) << ZydisMnemonicGetString(instruction.decoded.mnemonic);
    at = instruction.next();
  }
  EXPECT_EQ(at, end);
}

TEST(MemoryAccess, NeedsItsRegisters) {
  Instruction instruction;
  ASSERT_TRUE(decode(reinterpret_cast<uint64_t>(snippet_forms), 15, instruction));
  KnownRegisters registers = sample_registers();
  registers.forget(register_rsi);
  uint64_t address;
  EXPECT_FALSE(address_of(memory_accesses(instruction).items[0], registers, address));
}

// The address registers before an instruction, derived from those after.
TEST(RegistersBefore, UndoesStackAndStringPointers) {
  struct Case {
    ZydisMnemonic mnemonic;
    GeneralRegister changed;
    uint64_t before;
  };
  const Case cases[] = {
      {ZYDIS_MNEMONIC_PUSH, register_rsp, 0x5008},  {ZYDIS_MNEMONIC_POP, register_rsp, 0x4ff8},
      {ZYDIS_MNEMONIC_CALL, register_rsp, 0x5008},  {ZYDIS_MNEMONIC_RET, register_rsp, 0x4ff0},
      {ZYDIS_MNEMONIC_LEAVE, register_rbp, 0x4ff8}, {ZYDIS_MNEMONIC_ENTER, register_rsp, 0x6008},
      {ZYDIS_MNEMONIC_MOVSB, register_rsi, 0x6fff}, {ZYDIS_MNEMONIC_STOSD, register_rdi, 0x7ffc},
  };
  const auto end = reinterpret_cast<uint64_t>(snippet_forms_end);
  unsigned found = 0;
  Instruction instruction;
  for (uint64_t at = reinterpret_cast<uint64_t>(snippet_forms); at < end; at = instruction.next()) {
    ASSERT_TRUE(decode(at, end - at, instruction));
    for (const Case &one : cases) {
      if (!instruction.is(one.mnemonic)) continue;
      const KnownRegisters before = registers_before(instruction, sample_registers(), 0);
      EXPECT_TRUE(before.knows(one.changed));
      EXPECT_EQ(before.values[one.changed], one.before) << ZydisMnemonicGetString(one.mnemonic);
      found++;
    }
  }
  EXPECT_GE(found, sizeof cases / sizeof cases[0]);
}

}  // namespace
}  // namespace hagstone
