// SPDX-License-Identifier: MIT
// One row of a call frame table: how to find the caller's registers at one program counter (DWARF 4, 6.4.1).
#ifndef HAGSTONE_UNWIND_FRAME_ROW_H
#define HAGSTONE_UNWIND_FRAME_ROW_H

#include <stdint.h>

#include "frame_description.h"

namespace hagstone {

// Columns: the sixteen general registers by GeneralRegister, then the return address.
inline constexpr unsigned return_address_column = 16;
inline constexpr unsigned frame_row_columns = 17;

// Column of a DWARF register number (System V x86-64 ABI, figure 3.36), or -1 for registers that are not followed.
int column_of_dwarf_register(uint64_t number);

struct ColumnRule {
  enum Kind : uint8_t {
    unspecified,  // by the ABI: preserved registers are unchanged, the others are lost, rsp is the CFA
    undefined,
    same_value,
    at_offset,       // saved at CFA + offset
    value_offset,    // is CFA + offset
    in_register,     // in the register of column `offset`
    at_expression,   // saved where the expression says
    is_expression,   // is the expression's result
  };
  Kind kind;
  uint16_t expression_length;
  int64_t offset;
  const uint8_t *expression;
};

struct FrameRow {
  bool cfa_is_expression;
  uint8_t cfa_register;  // GeneralRegister
  uint16_t cfa_expression_length;
  int64_t cfa_offset;
  const uint8_t *cfa_expression;
  ColumnRule columns[frame_row_columns];
};

// Runs the call frame instructions up to `address`. False: malformed, or it needs a register that is not followed.
// Safe in signal handlers; uses about 6 KiB of stack.
bool compute_frame_row(const FrameDescription &description, uint64_t address, FrameRow &row);

}  // namespace hagstone

#endif
