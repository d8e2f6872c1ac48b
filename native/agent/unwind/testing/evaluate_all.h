// SPDX-License-Identifier: MIT
// Evaluates an untrusted frame row, for tests that only check that evaluation stays within bounds.
#ifndef HAGSTONE_UNWIND_TESTING_EVALUATE_ALL_H
#define HAGSTONE_UNWIND_TESTING_EVALUATE_ALL_H

#include <stdint.h>

#include "unwind/tables/expression.h"
#include "unwind/tables/frame_row.h"

namespace hagstone::testing {

// All expressions of the row; `known` has a bit for each register that has a value, which is 0. Results are dropped.
inline void evaluate_all(const FrameRow &row, const StackMemory &memory, uint32_t known, uint64_t cfa) {
  KnownRegisters registers = {};
  registers.known = static_cast<decltype(registers.known)>(known);
  uint64_t result;
  if (row.cfa_is_expression)
    evaluate_expression(row.cfa_expression, row.cfa_expression_length, nullptr, registers, 0, memory, result);
  for (const ColumnRule &rule : row.columns)
    if (rule.expression) evaluate_expression(rule.expression, rule.expression_length, &cfa, registers, 0, memory, result);
}

}  // namespace hagstone::testing

#endif
