// SPDX-License-Identifier: MIT
#include "code/instruction_length.h"

namespace hagstone {
namespace {

enum Form : uint8_t {
  common = 1 << 0,
  has_modrm = 1 << 1,
  has_byte = 1 << 2,         // immediate or displacement of 8 bits
  has_word = 1 << 3,         // of the operand size, at most 32 bits
  takes_size = 1 << 4,       // may have the operand-size prefix
  takes_repeat = 1 << 5,     // may have REP or REPNE, as a part of the opcode or as itself
};

struct Forms {
  uint8_t of[256];

  constexpr void set(unsigned first, unsigned last, uint8_t form) {
    for (unsigned opcode = first; opcode <= last; opcode++) of[opcode] = form | common;
  }
};

constexpr Forms one_byte_forms() {
  Forms forms = {};
  for (unsigned opcode = 0; opcode < 0x40; opcode += 8) {  // add, or, adc, sbb, and, sub, xor, cmp
    forms.set(opcode, opcode + 3, has_modrm | takes_size);
    forms.set(opcode + 4, opcode + 4, has_byte);
    forms.set(opcode + 5, opcode + 5, has_word | takes_size);
  }
  forms.set(0x50, 0x5f, 0);                          // push, pop
  forms.set(0x63, 0x63, has_modrm);                  // movsxd
  forms.set(0x68, 0x68, has_word);                   // push
  forms.set(0x69, 0x69, has_modrm | has_word | takes_size);  // imul
  forms.set(0x6a, 0x6a, has_byte);
  forms.set(0x6b, 0x6b, has_modrm | has_byte | takes_size);
  forms.set(0x70, 0x7f, has_byte);                   // jcc
  forms.set(0x80, 0x80, has_modrm | has_byte);
  forms.set(0x81, 0x81, has_modrm | has_word | takes_size);
  forms.set(0x83, 0x83, has_modrm | has_byte | takes_size);
  forms.set(0x84, 0x8b, has_modrm | takes_size);     // test, xchg, mov
  forms.set(0x90, 0x90, takes_size);
  forms.set(0x98, 0x99, takes_size);                 // cdqe, cqo and kin
  forms.set(0xa8, 0xa8, has_byte);
  forms.set(0xa9, 0xa9, has_word | takes_size);
  forms.set(0xb0, 0xb7, has_byte);                   // mov
  forms.set(0xb8, 0xbf, has_word | takes_size);
  forms.set(0xc3, 0xc3, takes_repeat);               // ret
  forms.set(0xc9, 0xc9, 0);                          // leave
  forms.set(0xe8, 0xe9, has_word);                   // call, jmp
  forms.set(0xeb, 0xeb, has_byte);
  return forms;
}

constexpr Forms two_byte_forms() {
  Forms forms = {};
  forms.set(0x10, 0x11, has_modrm | takes_size | takes_repeat);  // mov of vectors and floating-point numbers
  forms.set(0x1f, 0x1f, has_modrm | takes_size);                 // nop
  forms.set(0x28, 0x29, has_modrm | takes_size);
  forms.set(0x2e, 0x2f, has_modrm | takes_size);                 // ucomis, comis
  forms.set(0x40, 0x4f, has_modrm | takes_size);                 // cmovcc
  forms.set(0x51, 0x51, has_modrm | takes_size | takes_repeat);  // sqrt
  forms.set(0x54, 0x57, has_modrm | takes_size);                 // and, andn, or, xor
  forms.set(0x58, 0x59, has_modrm | takes_size | takes_repeat);  // add, mul
  forms.set(0x5c, 0x5f, has_modrm | takes_size | takes_repeat);  // sub, min, div, max
  forms.set(0x80, 0x8f, has_word);                               // jcc
  forms.set(0x90, 0x9f, has_modrm);                              // setcc
  forms.set(0xa3, 0xa3, has_modrm | takes_size);                 // bt
  forms.set(0xaf, 0xaf, has_modrm | takes_size);                 // imul
  forms.set(0xb6, 0xb7, has_modrm | takes_size);                 // movzx
  forms.set(0xbe, 0xbf, has_modrm | takes_size);                 // movsx
  forms.set(0xef, 0xef, has_modrm | takes_size);                 // pxor
  return forms;
}

constexpr Forms one_byte = one_byte_forms();
constexpr Forms two_byte = two_byte_forms();

constexpr uint8_t operand_size_prefix = 0x66, repeat_prefix = 0xf3, repeat_unequal_prefix = 0xf2, two_byte_escape = 0x0f;

// Opcodes with only some common operands, identified by their ModRM byte. 0 if this one is not common.
uint8_t form_by_operands(uint8_t opcode, uint8_t modrm) {
  const unsigned extension = modrm >> 3 & 7;
  const bool memory = modrm < 0xc0;
  switch (opcode) {
    case 0x8d: return memory ? common | has_modrm | takes_size : 0;                             // lea
    case 0xc0: return extension != 6 ? common | has_modrm | has_byte : 0;                       // rotates and shifts
    case 0xc1: return extension != 6 ? common | has_modrm | has_byte | takes_size : 0;
    case 0xd1:
    case 0xd3: return extension != 6 ? common | has_modrm | takes_size : 0;
    case 0xc6: return extension == 0 ? common | has_modrm | has_byte : 0;                       // mov
    case 0xc7: return extension == 0 ? common | has_modrm | has_word | takes_size : 0;
    case 0xf6: return extension == 0 ? common | has_modrm | has_byte : extension > 1 ? common | has_modrm : 0;
    case 0xf7:
      return extension == 0  ? common | has_modrm | has_word | takes_size
             : extension > 1 ? common | has_modrm | takes_size
                             : 0;
    case 0xff:  // inc, dec, call, jmp, push
      return extension < 2                                        ? common | has_modrm | takes_size
             : extension == 2 || extension == 4 || extension == 6 ? common | has_modrm
                                                                  : 0;
    default: return 0;
  }
}

// Bytes of ModRM, SIB and displacement.
unsigned addressing_bytes(const uint8_t *modrm) {
  const unsigned mode = *modrm >> 6, base = *modrm & 7;
  if (mode == 3) return 1;
  const bool indexed = base == 4;
  const bool absolute = mode == 0 && (indexed ? (modrm[1] & 7) == 5 : base == 5);
  return 1 + indexed + (mode == 1 ? 1 : mode == 2 || absolute ? 4 : 0);
}

}  // namespace

unsigned common_instruction_length(const uint8_t *code) {
  const uint8_t *at = code;
  const bool size = *at == operand_size_prefix;
  const bool repeat = *at == repeat_prefix || *at == repeat_unequal_prefix;
  if (size || repeat) at++;
  const bool extended = (*at & 0xf0) == 0x40;
  const bool wide = extended && (*at & 8);
  if (extended) at++;
  const bool escaped = *at == two_byte_escape;
  if (escaped) at++;
  const uint8_t opcode = *at++;
  uint8_t form = escaped ? two_byte.of[opcode] : one_byte.of[opcode];
  if (!form && !escaped) form = form_by_operands(opcode, *at);
  if (!form || (size && !(form & takes_size)) || (repeat && !(form & takes_repeat))) return 0;
  if (form & has_modrm) at += addressing_bytes(at);
  if (form & has_byte) at++;
  if (form & has_word) {
    const bool long_immediate = wide && !escaped && opcode >= 0xb8 && opcode <= 0xbf;
    at += long_immediate ? 8 : size && !wide ? 2 : 4;
  }
  return static_cast<unsigned>(at - code);
}

}  // namespace hagstone
