// SPDX-License-Identifier: MIT
#include "expression.h"

#include "byte_cursor.h"
#include "frame_row.h"

namespace hagstone {
namespace {

// DWARF 4, 7.7.1.
enum Operation : uint8_t {
  op_addr = 0x03,
  op_deref = 0x06,
  op_const1u = 0x08,
  op_const1s = 0x09,
  op_const2u = 0x0a,
  op_const2s = 0x0b,
  op_const4u = 0x0c,
  op_const4s = 0x0d,
  op_const8u = 0x0e,
  op_const8s = 0x0f,
  op_constu = 0x10,
  op_consts = 0x11,
  op_dup = 0x12,
  op_drop = 0x13,
  op_over = 0x14,
  op_pick = 0x15,
  op_swap = 0x16,
  op_rot = 0x17,
  op_abs = 0x19,
  op_and = 0x1a,
  op_div = 0x1b,
  op_minus = 0x1c,
  op_mod = 0x1d,
  op_mul = 0x1e,
  op_neg = 0x1f,
  op_not = 0x20,
  op_or = 0x21,
  op_plus = 0x22,
  op_plus_uconst = 0x23,
  op_shl = 0x24,
  op_shr = 0x25,
  op_shra = 0x26,
  op_xor = 0x27,
  op_bra = 0x28,
  op_eq = 0x29,
  op_ge = 0x2a,
  op_gt = 0x2b,
  op_le = 0x2c,
  op_lt = 0x2d,
  op_ne = 0x2e,
  op_skip = 0x2f,
  op_lit0 = 0x30,
  op_lit31 = 0x4f,
  op_reg0 = 0x50,
  op_reg31 = 0x6f,
  op_breg0 = 0x70,
  op_breg31 = 0x8f,
  op_regx = 0x90,
  op_bregx = 0x92,
  op_deref_size = 0x94,
  op_nop = 0x96,
};

class ExpressionMachine {
 public:
  ExpressionMachine(const uint8_t *expression, uint16_t length, const KnownRegisters &registers, uint64_t instruction,
                    const StackMemory &memory)
      : begin_(expression),
        end_(expression + length),
        cursor_(begin_, end_, 0),
        registers_(registers),
        instruction_(instruction),
        memory_(memory) {}

  bool run(const uint64_t *initial, uint64_t &result) {
    if (initial) push(*initial);
    for (unsigned step = 0; !cursor_.at_end(); step++) {
      if (step == max_steps || !execute(cursor_.u8()) || !cursor_.ok() || !ok_) return false;
    }
    result = pop();
    return ok_;
  }

 private:
  static constexpr unsigned max_depth = 32;
  static constexpr unsigned max_steps = 256;

  void push(uint64_t value) {
    if (depth_ == max_depth)
      ok_ = false;
    else
      stack_[depth_++] = value;
  }
  uint64_t pop() { return depth_ == 0 ? (ok_ = false, 0) : stack_[--depth_]; }
  uint64_t peek(unsigned below) { return below >= depth_ ? (ok_ = false, 0) : stack_[depth_ - 1 - below]; }

  bool push_register(uint64_t number, int64_t offset) {
    const int column = column_of_dwarf_register(number);
    if (column == static_cast<int>(return_address_column)) return push(instruction_ + static_cast<uint64_t>(offset)), true;
    if (column < 0 || !registers_.knows(static_cast<unsigned>(column))) return false;
    push(registers_.values[column] + static_cast<uint64_t>(offset));
    return true;
  }

  bool dereference(unsigned size) {
    if (size != 1 && size != 2 && size != 4 && size != 8) return false;
    uint64_t value;
    if (!memory_.read(pop(), &value, size)) return false;
    push(value);
    return true;
  }

  bool branch(int16_t distance) {
    const ptrdiff_t target = cursor_.place() - begin_ + distance;
    if (target < 0 || target > end_ - begin_) return false;
    cursor_ = ByteCursor(begin_ + target, end_, 0);
    return true;
  }

  bool execute(uint8_t operation) {
    if (operation >= op_lit0 && operation <= op_lit31) return push(operation - op_lit0), true;
    if (operation >= op_reg0 && operation <= op_reg31) return push_register(operation - op_reg0, 0);
    if (operation >= op_breg0 && operation <= op_breg31) return push_register(operation - op_breg0, cursor_.sleb128());
    switch (operation) {
      case op_nop: return true;
      case op_addr:
      case op_const8u:
      case op_const8s: return push(cursor_.u64()), true;
      case op_const1u: return push(cursor_.u8()), true;
      case op_const1s: return push(static_cast<uint64_t>(static_cast<int8_t>(cursor_.u8()))), true;
      case op_const2u: return push(cursor_.u16()), true;
      case op_const2s: return push(static_cast<uint64_t>(static_cast<int16_t>(cursor_.u16()))), true;
      case op_const4u: return push(cursor_.u32()), true;
      case op_const4s: return push(static_cast<uint64_t>(static_cast<int32_t>(cursor_.u32()))), true;
      case op_constu: return push(cursor_.uleb128()), true;
      case op_consts: return push(static_cast<uint64_t>(cursor_.sleb128())), true;
      case op_regx: return push_register(cursor_.uleb128(), 0);
      case op_bregx: {
        const uint64_t number = cursor_.uleb128();
        return push_register(number, cursor_.sleb128());
      }
      case op_deref: return dereference(8);
      case op_deref_size: return dereference(cursor_.u8());
      case op_skip: return branch(static_cast<int16_t>(cursor_.u16()));
      case op_bra: {
        const int16_t distance = static_cast<int16_t>(cursor_.u16());
        return pop() == 0 || branch(distance);
      }
      case op_dup: return push(peek(0)), true;
      case op_drop: return pop(), true;
      case op_over: return push(peek(1)), true;
      case op_pick: return push(peek(cursor_.u8())), true;
      case op_swap: {
        const uint64_t top = pop(), second = pop();
        push(top);
        push(second);
        return true;
      }
      case op_rot: {
        const uint64_t top = pop(), second = pop(), third = pop();
        push(top);
        push(third);
        push(second);
        return true;
      }
      case op_plus_uconst: return push(pop() + cursor_.uleb128()), true;
      case op_neg: return push(-pop()), true;
      case op_not: return push(~pop()), true;
      case op_abs: {
        const uint64_t value = pop();
        push(static_cast<int64_t>(value) < 0 ? -value : value);
        return true;
      }
      default: return binary(operation);
    }
  }

  bool binary(uint8_t operation) {
    const uint64_t right = pop(), left = pop();
    const int64_t signed_right = static_cast<int64_t>(right), signed_left = static_cast<int64_t>(left);
    switch (operation) {
      case op_and: push(left & right); break;
      case op_or: push(left | right); break;
      case op_xor: push(left ^ right); break;
      case op_plus: push(left + right); break;
      case op_minus: push(left - right); break;
      case op_mul: push(left * right); break;
      case op_div:
        if (right == 0) return false;
        push(signed_right == -1 ? -left : static_cast<uint64_t>(signed_left / signed_right));
        break;
      case op_mod:
        if (right == 0) return false;
        push(left % right);
        break;
      case op_shl: push(right < 64 ? left << right : 0); break;
      case op_shr: push(right < 64 ? left >> right : 0); break;
      case op_shra: push(static_cast<uint64_t>(signed_left >> (right < 64 ? right : 63))); break;
      case op_eq: push(left == right); break;
      case op_ne: push(left != right); break;
      case op_ge: push(signed_left >= signed_right); break;
      case op_gt: push(signed_left > signed_right); break;
      case op_le: push(signed_left <= signed_right); break;
      case op_lt: push(signed_left < signed_right); break;
      default: return false;
    }
    return true;
  }

  const uint8_t *begin_;
  const uint8_t *end_;
  ByteCursor cursor_;
  const KnownRegisters &registers_;
  const uint64_t instruction_;
  const StackMemory &memory_;
  uint64_t stack_[max_depth];
  unsigned depth_ = 0;
  bool ok_ = true;
};

}  // namespace

bool evaluate_expression(const uint8_t *expression, uint16_t length, const uint64_t *initial,
                         const KnownRegisters &registers, uint64_t instruction, const StackMemory &memory,
                         uint64_t &result) {
  return ExpressionMachine(expression, length, registers, instruction, memory).run(initial, result);
}

}  // namespace hagstone
