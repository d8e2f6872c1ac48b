// SPDX-License-Identifier: GPL-2.0-or-later
#include "instruction_class.h"

#include "code/instruction.h"
#include "common/compare.h"
#include "common/raw_format.h"

namespace {

bool begins_with(const char *name, const char *prefix) {
  while (*prefix)
    if (*name++ != *prefix++) return false;
  return true;
}

template <unsigned count>
bool begins_with_one(const char *name, const char *const (&prefixes)[count]) {
  for (const char *prefix : prefixes)
    if (begins_with(name, prefix)) return true;
  return false;
}

constexpr const char *fp_multiplications[] = {"mul", "fmul", "fimul", "fmadd", "fmsub", "fnmadd", "fnmsub"};
constexpr const char *fp_divisions[] = {"div", "fdiv", "fidiv"};
constexpr const char *fp_arithmetic[] = {"add", "sub",  "hadd",  "hsub", "min",  "max",
                                         "dpp", "fadd", "fiadd", "fsub", "fisub"};
constexpr const char *integer_multiplications[] = {"imul", "mul", "pmul", "pmadd", "pclmul"};
constexpr const char *divisions[] = {"div", "idiv", "fdiv", "fidiv"};
constexpr const char *square_roots[] = {"sqrt", "fsqrt"};
constexpr const char *shifts[] = {"shl", "shr", "sal", "sar", "rol", "ror", "rcl", "rcr", "psll", "psrl", "psra"};
constexpr const char *comparisons[] = {"cmp", "pcmp", "set"};

uint8_t class_of_fp(const char *name) {
  if (begins_with_one(name, fp_multiplications)) return HAGSTONE_CLASS_FP_MULTIPLY;
  if (begins_with_one(name, fp_divisions)) return HAGSTONE_CLASS_FP_DIVIDE;
  if (begins_with_one(name, fp_arithmetic)) return HAGSTONE_CLASS_FP_ARITHMETIC;
  return HAGSTONE_CLASS_FP_OTHER;
}

uint8_t class_of_integer(const char *name) {
  if (begins_with_one(name, integer_multiplications)) return HAGSTONE_CLASS_INTEGER_MULTIPLY;
  if (begins_with_one(name, shifts)) return HAGSTONE_CLASS_SHIFT;
  return HAGSTONE_CLASS_INTEGER_ARITHMETIC;
}

// Without the v of vector extensions; null: not known.
const char *plain_name(const hagstone::Instruction &instruction) {
  const char *name = ZydisMnemonicGetString(instruction.decoded.mnemonic);
  const bool extended = instruction.decoded.encoding != ZYDIS_INSTRUCTION_ENCODING_LEGACY;
  return name && name[0] == 'v' && extended ? name + 1 : name;
}

}  // namespace

uint8_t hagstone_instruction_class(uint64_t address, uint32_t length, uint8_t element) {
  const uint8_t unknown = element == HAGSTONE_ELEMENT_BYTES ? HAGSTONE_CLASS_INTEGER_ARITHMETIC : HAGSTONE_CLASS_FP_OTHER;
  hagstone::Instruction instruction;
  if (!hagstone::decode(address, length, instruction)) return unknown;
  const char *name = plain_name(instruction);
  if (!name) return unknown;
  if (instruction.is(ZYDIS_MNEMONIC_LEA)) return HAGSTONE_CLASS_ADDRESS;
  if (begins_with(name, "cmov") || begins_with(name, "fcmov")) return HAGSTONE_CLASS_CONDITIONAL_MOVE;
  if (begins_with(name, "cvt")) return HAGSTONE_CLASS_FP_OTHER;
  const bool compares = begins_with_one(name, comparisons) && !begins_with(name, "cmpxchg");
  if (compares && !hagstone::is_string(instruction)) return HAGSTONE_CLASS_COMPARE;
  return element == HAGSTONE_ELEMENT_BYTES ? class_of_integer(name) : class_of_fp(name);
}

uint8_t hagstone_instruction_operation(uint64_t address, uint32_t length) {
  hagstone::Instruction instruction;
  if (!hagstone::decode(address, length, instruction)) return 0;
  const char *name = plain_name(instruction);
  if (!name) return 0;
  if (begins_with_one(name, divisions)) return HAGSTONE_VALUE_DIVIDE;
  if (begins_with_one(name, square_roots)) return HAGSTONE_VALUE_SQUARE_ROOT;
  const bool multiplies = begins_with_one(name, fp_multiplications) || begins_with_one(name, integer_multiplications);
  return multiplies ? HAGSTONE_VALUE_MULTIPLY : 0;
}
