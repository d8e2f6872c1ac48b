// SPDX-License-Identifier: GPL-2.0-or-later
#include "forms.h"

namespace hagstone::truth {

namespace {

constexpr Element f32 = Element::f32, f64 = Element::f64, f80 = Element::f80, bytes = Element::bytes;

constexpr Form loads[] = {{"movzbl", 1}, {"movzwl", 2}, {"movl", 4}, {"movq", 8}};
constexpr Form stores[] = {{"movb", 1}, {"movw", 2}, {"movl", 4}, {"movq", 8}, {"movnti", 4}, {"movnti", 8}};
constexpr Form immediate_stores[] = {{"movb", 1}, {"movw", 2}, {"movl", 4}, {"movq", 8}};

constexpr Form vector_loads[] = {
    {"movups", 16, f32}, {"movupd", 16, f64}, {"movdqu", 16}, {"lddqu", 16}, {"movaps", 16, f32, true},
    {"movapd", 16, f64, true}, {"movdqa", 16, bytes, true}, {"movntdqa", 16, bytes, true}, {"movss", 4, f32},
    {"movsd", 8, f64}, {"movq", 8}, {"movd", 4}, {"movlps", 8, f32}, {"movlpd", 8, f64}, {"vmovups", 32, f32},
    {"vmovupd", 32, f64}, {"vmovdqu", 32}, {"vmovaps", 32, f32, true}, {"movddup", 8, f64}, {"vbroadcastss", 4, f32},
    {"vpbroadcastd", 4}, {"vpbroadcastb", 1}};

constexpr Form vector_stores[] = {
    {"movups", 16, f32}, {"movupd", 16, f64}, {"movdqu", 16}, {"movaps", 16, f32, true}, {"movapd", 16, f64, true},
    {"movdqa", 16, bytes, true}, {"movntps", 16, f32, true}, {"movntpd", 16, f64, true}, {"movntdq", 16, bytes, true},
    {"movss", 4, f32}, {"movsd", 8, f64}, {"movq", 8}, {"movd", 4}, {"movlps", 8, f32}, {"movlpd", 8, f64},
    {"vmovups", 32, f32}, {"vmovupd", 32, f64}, {"vmovdqu", 32}, {"vmovaps", 32, f32, true},
    {"vmovntpd", 32, f64, true}};

// The result goes to %xmm15 or %ymm15, or to the x87 stack and away.
constexpr Form arithmetic_loads[] = {
    {"addss", 4, f32}, {"mulsd", 8, f64}, {"addps", 16, f32, true}, {"subpd", 16, f64, true}, {"paddd", 16, bytes, true},
    {"pxor", 16, bytes, true}, {"pshufb", 16, bytes, true}, {"vaddps", 32, f32}, {"vmulpd", 32, f64}, {"vpaddb", 32},
    {"comisd", 8, f64}, {"ucomiss", 4, f32}, {"cvtss2sd", 4, f32}, {"cvtsd2ss", 8, f64}, {"cvtsi2sdl", 4},
    {"cvtsi2sdq", 8}, {"cvtps2pd", 8, f32}, {"cvtdq2ps", 16, bytes, true}, {"sqrtsd", 8, f64}, {"minps", 16, f32, true},
    {"haddpd", 16, f64, true}, {"vfmadd231sd", 8, f64}, {"flds", 4, f32}, {"fldl", 8, f64}, {"fldt", 10, f80},
    {"fildl", 4}, {"fildll", 8}};

// The result goes to %r11.
constexpr Form integer_loads[] = {
    {"addb", 1}, {"addw", 2}, {"addl", 4}, {"addq", 8}, {"cmpb", 1}, {"cmpl", 4}, {"cmpq", 8}, {"testb", 1},
    {"testl", 4}, {"testq", 8}, {"imull", 4}, {"imulq", 8}, {"movsbq", 1}, {"movswq", 2}, {"movslq", 4},
    {"cmovnel", 4}, {"cmoveq", 8}, {"adcq", 8}, {"popcntl", 4}, {"movbeq", 8}, {"bsfq", 8}, {"xorl", 4}};

// An address for its result goes to %r11.
constexpr Form hints[] = {{"prefetcht0", 8}, {"prefetchnta", 1}, {"prefetchw", 4}, {"leaq", 8}, {"nopw", 2}, {"nopl", 4}};

constexpr Form modifications[] = {
    {"addb", 1, bytes, false, Change::add, true}, {"addw", 2, bytes, false, Change::add, true},
    {"addl", 4, bytes, false, Change::add, true}, {"addq", 8, bytes, false, Change::add, true},
    {"subl", 4, bytes, false, Change::subtract, true}, {"xorq", 8, bytes, false, Change::exclusive_or, true},
    {"orl", 4, bytes, false, Change::inclusive_or, true}, {"andw", 2, bytes, false, Change::conjunction, true},
    {"lock addl", 4, bytes, false, Change::add, true}, {"lock orq", 8, bytes, false, Change::inclusive_or, true},
    {"incb", 1, bytes, false, Change::increment}, {"incl", 4, bytes, false, Change::increment},
    {"decq", 8, bytes, false, Change::decrement}, {"lock incq", 8, bytes, false, Change::increment},
    {"negl", 4, bytes, false, Change::negate}, {"notq", 8, bytes, false, Change::invert},
    {"shll", 4, bytes, false, Change::double_it}, {"shlq", 8, bytes, false, Change::double_it},
    {"btsl $3,", 4, bytes, false, Change::set_bit_3}};

constexpr Form exchanges[] = {{"xchgb", 1}, {"xchgl", 4}, {"xchgq", 8},
                              {"lock xaddl", 4, bytes, false, Change::add}, {"lock xaddq", 8, bytes, false, Change::add}};
constexpr Form compare_exchanges[] = {{"lock cmpxchgl", 4}, {"lock cmpxchgq", 8}};
constexpr Form string_stores[] = {{"stosb", 1}, {"stosw", 2}, {"stosl", 4}, {"stosq", 8}};
constexpr Form string_moves[] = {{"movsb", 1}, {"movsw", 2}, {"movsl", 4}, {"movsq", 8}};
constexpr Form x87_stores[] = {{"fstps", 4, f32}, {"fstpl", 8, f64}, {"fstpt", 10, f80}};

}  // namespace

std::span<const Form> forms_of(Operation operation) {
  switch (operation) {
    case Operation::load: return loads;
    case Operation::store: return stores;
    case Operation::store_immediate: return immediate_stores;
    case Operation::vector_load: return vector_loads;
    case Operation::vector_store: return vector_stores;
    case Operation::arithmetic_load: return arithmetic_loads;
    case Operation::integer_load: return integer_loads;
    case Operation::no_access: return hints;
    case Operation::modify: return modifications;
    case Operation::exchange: return exchanges;
    case Operation::compare_exchange: return compare_exchanges;
    case Operation::string_store: return string_stores;
    case Operation::string_move: return string_moves;
    case Operation::x87_copy: return x87_stores;
    default: return {};
  }
}

const char* register_name(unsigned data_register, uint32_t bytes) {
  static constexpr const char* names[data_registers][4] = {
      {"%al", "%ax", "%eax", "%rax"},     {"%cl", "%cx", "%ecx", "%rcx"},  {"%dl", "%dx", "%edx", "%rdx"},
      {"%bl", "%bx", "%ebx", "%rbx"},     {"%sil", "%si", "%esi", "%rsi"}, {"%dil", "%di", "%edi", "%rdi"},
      {"%r8b", "%r8w", "%r8d", "%r8"},    {"%r9b", "%r9w", "%r9d", "%r9"}};
  return names[data_register][bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3];
}

}  // namespace hagstone::truth
