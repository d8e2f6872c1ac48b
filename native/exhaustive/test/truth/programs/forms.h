// SPDX-License-Identifier: GPL-2.0-or-later
// The instructions that generated programs choose from: mnemonic, length and element type of their memory operand.
#ifndef HAGSTONE_TRUTH_FORMS_H
#define HAGSTONE_TRUTH_FORMS_H

#include <span>

#include "program.h"

namespace hagstone::truth {

// The change that a read-modify-write makes.
enum class Change : uint8_t { none, add, subtract, exclusive_or, inclusive_or, conjunction, increment, decrement, negate, invert, double_it, set_bit_3 };

struct Form {
  const char* mnemonic;
  uint32_t bytes;
  Element element = Element::bytes;
  bool aligned = false;       // traps where its operand is not
  Change change = Change::none;
  bool takes_register = false;  // of a read-modify-write: a general register
};

std::span<const Form> forms_of(Operation operation);

constexpr int data_registers = 8;
constexpr int vector_registers = 8;
// The name as an operand of that length.
const char* register_name(unsigned data_register, uint32_t bytes);

}  // namespace hagstone::truth

#endif
