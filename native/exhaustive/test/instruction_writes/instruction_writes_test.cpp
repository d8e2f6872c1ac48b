// SPDX-License-Identifier: GPL-2.0-or-later
#include "instructions/instruction_writes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/compare.h"

namespace {

constexpr uint8_t general = HAGSTONE_GENERAL_REGISTER, vector = HAGSTONE_VECTOR_REGISTER, x87 = HAGSTONE_X87_REGISTER,
                  mmx = HAGSTONE_MMX_REGISTER;
constexpr uint8_t rax = 0, rdx = 2, rbx = 3, rsp = 4, rbp = 5, rsi = 6;
constexpr uint8_t bytes = HAGSTONE_ELEMENT_BYTES, f32 = HAGSTONE_ELEMENT_F32, f64 = HAGSTONE_ELEMENT_F64,
                  f80 = HAGSTONE_ELEMENT_F80;
constexpr uint8_t computed = 0, loaded = 1, stack = 1;

struct Example {
  const char *instruction;
  std::vector<uint8_t> code;
  std::vector<hagstone_register_write> writes;
};

// file, number, offset, bytes, set_bytes, element, loads, stack_pointer
const Example examples[] = {
    {"mov al,cl", {0x88, 0xc8}, {{general, rax, 0, 1, 1, bytes, computed, 0}}},
    {"mov ah,0x1", {0xb4, 0x01}, {{general, rax, 1, 1, 1, bytes, computed, 0}}},
    {"mov ax,cx", {0x66, 0x89, 0xc8}, {{general, rax, 0, 2, 2, bytes, computed, 0}}},
    {"mov eax,ecx", {0x89, 0xc8}, {{general, rax, 0, 4, 8, bytes, computed, 0}}},
    {"mov rax,rcx", {0x48, 0x89, 0xc8}, {{general, rax, 0, 8, 8, bytes, computed, 0}}},
    {"xor eax,eax", {0x31, 0xc0}, {{general, rax, 0, 4, 8, bytes, computed, 0}}},
    {"cmove eax,ecx", {0x0f, 0x44, 0xc1}, {{general, rax, 0, 4, 8, bytes, computed, 0}}},
    {"movzx eax,BYTE PTR [rax]", {0x0f, 0xb6, 0x00}, {{general, rax, 0, 4, 8, bytes, loaded, 0}}},
    {"add rax,QWORD PTR [rbx]", {0x48, 0x03, 0x03}, {{general, rax, 0, 8, 8, bytes, computed, 0}}},
    {"pop rbx", {0x5b}, {{general, rbx, 0, 8, 8, bytes, loaded, 0}, {general, rsp, 0, 8, 8, bytes, computed, stack}}},
    {"pop rsp", {0x5c}, {{general, rsp, 0, 8, 8, bytes, loaded, 0}}},
    {"push rax", {0x50}, {{general, rsp, 0, 8, 8, bytes, computed, stack}}},
    {"leave", {0xc9}, {{general, rbp, 0, 8, 8, bytes, loaded, 0}, {general, rsp, 0, 8, 8, bytes, computed, stack}}},
    {"lods rax,QWORD PTR ds:[rsi]",
     {0x48, 0xad},
     {{general, rax, 0, 8, 8, bytes, loaded, 0}, {general, rsi, 0, 8, 8, bytes, computed, 0}}},
    {"mul rcx",
     {0x48, 0xf7, 0xe1},
     {{general, rax, 0, 8, 8, bytes, computed, 0}, {general, rdx, 0, 8, 8, bytes, computed, 0}}},
    {"xchg QWORD PTR [rbx],rax", {0x48, 0x87, 0x03}, {{general, rax, 0, 8, 8, bytes, loaded, 0}}},
    {"nop DWORD PTR [rax]", {0x0f, 0x1f, 0x00}, {}},
    {"cmp eax,ecx", {0x39, 0xc8}, {}},
    {"addsd xmm1,xmm2", {0xf2, 0x0f, 0x58, 0xca}, {{vector, 1, 0, 8, 8, f64, computed, 0}}},
    {"movsd xmm1,QWORD PTR [rax]", {0xf2, 0x0f, 0x10, 0x08}, {{vector, 1, 0, 8, 16, f64, loaded, 0}}},
    {"movhpd xmm1,QWORD PTR [rax]", {0x66, 0x0f, 0x16, 0x08}, {{vector, 1, 8, 8, 8, f64, loaded, 0}}},
    {"movd xmm1,eax", {0x66, 0x0f, 0x6e, 0xc8}, {{vector, 1, 0, 4, 16, bytes, computed, 0}}},
    {"pinsrd xmm1,eax,0x2", {0x66, 0x0f, 0x3a, 0x22, 0xc8, 0x02}, {{vector, 1, 8, 4, 4, bytes, computed, 0}}},
    {"addps xmm1,xmm2", {0x0f, 0x58, 0xca}, {{vector, 1, 0, 16, 16, f32, computed, 0}}},
    {"pmaxsd xmm1,xmm2", {0x66, 0x0f, 0x38, 0x3d, 0xca}, {{vector, 1, 0, 16, 16, bytes, computed, 0}}},
    {"roundsd xmm1,xmm2,0x1", {0x66, 0x0f, 0x3a, 0x0b, 0xca, 0x01}, {{vector, 1, 0, 8, 8, f64, computed, 0}}},
    {"vaddsd xmm1,xmm2,xmm3", {0xc5, 0xeb, 0x58, 0xcb}, {{vector, 1, 0, 8, 32, f64, computed, 0}}},
    {"vpaddd xmm1,xmm2,xmm3", {0xc5, 0xe9, 0xfe, 0xcb}, {{vector, 1, 0, 16, 32, bytes, computed, 0}}},
    {"vmovapd ymm9,YMMWORD PTR [rax]", {0xc5, 0x7d, 0x28, 0x08}, {{vector, 9, 0, 32, 32, f64, loaded, 0}}},
    {"vzeroupper", {0xc5, 0xf8, 0x77}, {}},
    {"fld QWORD PTR [rax]", {0xdd, 0x00}, {{x87, 0, 0, 10, 10, f80, loaded, 0}}},
    {"fxch st(1)", {0xd9, 0xc9}, {{x87, 0, 0, 10, 10, f80, computed, 0}, {x87, 1, 0, 10, 10, f80, computed, 0}}},
    {"fstp QWORD PTR [rax]", {0xdd, 0x18}, {}},
    {"movq mm3,QWORD PTR [rax]", {0x0f, 0x6f, 0x18}, {{mmx, 3, 0, 8, 8, bytes, loaded, 0}}},
};

std::string text_of(const hagstone_register_write &write) {
  std::string text;
  for (const unsigned value : {write.file, write.number, write.offset, write.bytes, write.set_bytes, write.element,
                               write.loads, write.stack_pointer})
    text += std::to_string(value) + " ";
  return text;
}

TEST(InstructionWrites, SayWhichPartOfWhichRegister) {
  for (const Example &example : examples) {
    SCOPED_TRACE(example.instruction);
    hagstone_instruction_writes writes;
    ASSERT_TRUE(hagstone_decode_writes(reinterpret_cast<uint64_t>(example.code.data()),
                                       static_cast<uint32_t>(example.code.size()), &writes));
    ASSERT_EQ(writes.count, example.writes.size());
    for (unsigned i = 0; i < writes.count; i++) EXPECT_EQ(text_of(writes.items[i]), text_of(example.writes[i]));
  }
}

TEST(InstructionWrites, RefuseWhatIsNoInstruction) {
  const uint8_t code[] = {0x06};
  hagstone_instruction_writes writes;
  EXPECT_FALSE(hagstone_decode_writes(reinterpret_cast<uint64_t>(code), sizeof code, &writes));
}

}  // namespace
