// SPDX-License-Identifier: GPL-2.0-or-later
// The type of an instruction (metrics.md section 8) from Zydis's numbers of mnemonics and its categories, listed one by one:
// the engine goes by the beginnings of names.
#ifndef HAGSTONE_CLASS_BY_ZYDIS_H
#define HAGSTONE_CLASS_BY_ZYDIS_H

#include <cstdint>

#include "code/instruction.h"

// enum hagstone_instruction_class of an instruction that writes a register taken for floating point or not.
uint8_t class_by_zydis(const hagstone::Instruction &instruction, bool is_floating);

// enum hagstone_value_operation; 0: its operands have no tables.
uint8_t operation_by_zydis(const hagstone::Instruction &instruction);

#endif
