// SPDX-License-Identifier: GPL-2.0-or-later
// How generated instructions name registers, and which parts of them they write.
#ifndef HAGSTONE_REGISTER_TRUTH_REGISTER_PARTS_H
#define HAGSTONE_REGISTER_TRUTH_REGISTER_PARTS_H

#include <bit>
#include <string>

#include "listing.h"

namespace hagstone::register_truth {

constexpr Element f32 = Element::f32, f64 = Element::f64;
constexpr unsigned rax = 0, rcx = 1, rdx = 2, rsp = 4, rsi = 6, rdi = 7, r8 = 8, r10 = 10, counter = 15;

inline const char *const names[16][4] = {
    {"al", "ax", "eax", "rax"},      {"cl", "cx", "ecx", "rcx"},      {"dl", "dx", "edx", "rdx"},
    {"bl", "bx", "ebx", "rbx"},      {"spl", "sp", "esp", "rsp"},     {"bpl", "bp", "ebp", "rbp"},
    {"sil", "si", "esi", "rsi"},     {"dil", "di", "edi", "rdi"},     {"r8b", "r8w", "r8d", "r8"},
    {"r9b", "r9w", "r9d", "r9"},     {"r10b", "r10w", "r10d", "r10"}, {"r11b", "r11w", "r11d", "r11"},
    {"r12b", "r12w", "r12d", "r12"}, {"r13b", "r13w", "r13d", "r13"}, {"r14b", "r14w", "r14d", "r14"},
    {"r15b", "r15w", "r15d", "r15"}};
inline const char *const high_names[] = {"ah", "ch", "dh", "bh"};

inline std::string name(unsigned number, unsigned bytes) {
  return std::string("%") + names[number][std::countr_zero(bytes)];
}
inline std::string suffix(unsigned bytes) { return bytes == 1 ? "b" : bytes == 2 ? "w" : bytes == 4 ? "l" : "q"; }

// A write of less than 4 bytes leaves the rest of the register; one of 4 bytes sets all of it.
inline Write general(unsigned number, unsigned bytes, bool loads = false) {
  return {File::general,
          static_cast<uint8_t>(number),
          0,
          static_cast<uint8_t>(bytes),
          static_cast<uint8_t>(bytes == 4 ? 8 : bytes),
          Element::bytes,
          loads};
}
inline Write high_byte(unsigned number) { return {File::general, static_cast<uint8_t>(number), 1, 1, 1}; }
inline Write vector(unsigned number, unsigned bytes, unsigned set, Element element = Element::bytes, bool loads = false) {
  return {File::vector, static_cast<uint8_t>(number), 0, static_cast<uint8_t>(bytes), static_cast<uint8_t>(set), element,
          loads};
}
inline Write x87(unsigned from_top, bool loads = false) {
  return {File::x87, static_cast<uint8_t>(from_top), 0, 10, 10, Element::f80, loads};
}
inline Write mmx(unsigned number, unsigned bytes = 8, bool loads = false) {
  return {File::mmx, static_cast<uint8_t>(number), 0, static_cast<uint8_t>(bytes), 8, Element::bytes, loads};
}
inline Write stack_pointer() { return {File::general, rsp, 0, 8, 8, Element::bytes, false, true}; }

inline Operand in_general(uint8_t which, unsigned number, unsigned bytes) {
  return {which, File::general, {static_cast<uint8_t>(number)}, static_cast<uint8_t>(bytes)};
}

}  // namespace hagstone::register_truth

#endif
