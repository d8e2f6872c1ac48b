// SPDX-License-Identifier: MIT
#include "frame_row.h"

#include "code/emulation/registers.h"
#include "byte_cursor.h"

namespace hagstone {
namespace {

// DWARF 4, 7.23, and the extensions of GNU and MIPS that GCC's own unwinder accepts.
enum CallFrameInstruction : uint8_t {
  cfa_advance_loc = 0x40,
  cfa_offset = 0x80,
  cfa_restore = 0xc0,
  cfa_primary_mask = 0xc0,
  cfa_nop = 0x00,
  cfa_set_loc = 0x01,
  cfa_advance_loc1 = 0x02,
  cfa_advance_loc2 = 0x03,
  cfa_advance_loc4 = 0x04,
  cfa_offset_extended = 0x05,
  cfa_restore_extended = 0x06,
  cfa_undefined = 0x07,
  cfa_same_value = 0x08,
  cfa_register = 0x09,
  cfa_remember_state = 0x0a,
  cfa_restore_state = 0x0b,
  cfa_def_cfa = 0x0c,
  cfa_def_cfa_register = 0x0d,
  cfa_def_cfa_offset = 0x0e,
  cfa_def_cfa_expression = 0x0f,
  cfa_expression = 0x10,
  cfa_offset_extended_sf = 0x11,
  cfa_def_cfa_sf = 0x12,
  cfa_def_cfa_offset_sf = 0x13,
  cfa_val_offset = 0x14,
  cfa_val_offset_sf = 0x15,
  cfa_val_expression = 0x16,
  cfa_mips_advance_loc8 = 0x1d,
  cfa_gnu_args_size = 0x2e,
  cfa_gnu_negative_offset_extended = 0x2f,
};

class RowMachine {
 public:
  RowMachine(const FrameDescription &description, uint64_t address, FrameRow &row)
      : description_(description), address_(address), row_(row), location_(description.function_start) {}

  bool run() {
    row_ = FrameRow{};
    if (!execute(description_.common_instructions)) return false;
    initial_ = row_;
    has_initial_ = true;
    return execute(description_.instructions);
  }

 private:
  static constexpr unsigned max_remembered = 8;

  bool execute(const SectionBytes &instructions) {
    ByteCursor cursor(instructions.bytes, instructions.bytes + instructions.size, instructions.address);
    while (!cursor.at_end() && location_ <= address_)
      if (!execute_one(cursor) || !cursor.ok()) return false;
    return true;
  }

  bool execute_one(ByteCursor &cursor) {
    const uint8_t opcode = cursor.u8();
    const uint8_t low = opcode & 0x3f;
    switch (opcode & cfa_primary_mask) {
      case cfa_advance_loc: return advance(low);
      case cfa_offset: return save_at(low, factored(cursor.uleb128()));
      case cfa_restore: return restore(low);
    }
    switch (low) {
      case cfa_nop: return true;
      case cfa_set_loc: location_ = cursor.pointer(description_.pointer_encoding, 0); return true;
      case cfa_advance_loc1: return advance(cursor.u8());
      case cfa_advance_loc2: return advance(cursor.u16());
      case cfa_advance_loc4: return advance(cursor.u32());
      case cfa_mips_advance_loc8: return advance(cursor.u64());
      case cfa_gnu_args_size: cursor.uleb128(); return true;
      case cfa_remember_state: return remember();
      case cfa_restore_state: return restore_remembered();
      case cfa_restore_extended: return restore(cursor.uleb128());
      case cfa_def_cfa: {
        const uint64_t base = cursor.uleb128();
        return define_cfa(base, static_cast<int64_t>(cursor.uleb128()));
      }
      case cfa_def_cfa_sf: {
        const uint64_t base = cursor.uleb128();
        return define_cfa(base, signed_factored(cursor.sleb128()));
      }
      case cfa_def_cfa_register: {
        const int column = column_of_dwarf_register(cursor.uleb128());
        if (row_.cfa_is_expression) return false;
        return set_cfa_register(column);
      }
      case cfa_def_cfa_offset: return set_cfa_offset(static_cast<int64_t>(cursor.uleb128()));
      case cfa_def_cfa_offset_sf: return set_cfa_offset(signed_factored(cursor.sleb128()));
      case cfa_def_cfa_expression: return define_cfa_expression(cursor);
      default: return execute_column(low, cursor);
    }
  }

  bool execute_column(uint8_t opcode, ByteCursor &cursor) {
    const uint64_t number = cursor.uleb128();
    switch (opcode) {
      case cfa_undefined: return set(number, ColumnRule::undefined, 0);
      case cfa_same_value: return set(number, ColumnRule::same_value, 0);
      case cfa_register: {
        const int source = column_of_dwarf_register(cursor.uleb128());
        if (source < 0) return set(number, ColumnRule::undefined, 0);
        return set(number, ColumnRule::in_register, source);
      }
      case cfa_offset_extended: return save_at(number, factored(cursor.uleb128()));
      case cfa_offset_extended_sf: return save_at(number, signed_factored(cursor.sleb128()));
      case cfa_gnu_negative_offset_extended: {
        const uint64_t positive = static_cast<uint64_t>(factored(cursor.uleb128()));
        return save_at(number, static_cast<int64_t>(-positive));
      }
      case cfa_val_offset: return set(number, ColumnRule::value_offset, factored(cursor.uleb128()));
      case cfa_val_offset_sf: return set(number, ColumnRule::value_offset, signed_factored(cursor.sleb128()));
      case cfa_expression: return set_expression(number, ColumnRule::at_expression, cursor);
      case cfa_val_expression: return set_expression(number, ColumnRule::is_expression, cursor);
      default: return false;
    }
  }

  // Products wrap: the tables are untrusted.
  int64_t factored(uint64_t value) const {
    return static_cast<int64_t>(value * static_cast<uint64_t>(description_.data_alignment));
  }
  int64_t signed_factored(int64_t value) const { return factored(static_cast<uint64_t>(value)); }

  bool advance(uint64_t delta) {
    const uint64_t bytes = delta * description_.code_alignment;
    if (location_ + bytes < location_) return false;
    location_ += bytes;
    return true;
  }

  bool set(uint64_t number, ColumnRule::Kind kind, int64_t offset) {
    const int column = column_of_dwarf_register(number);
    if (column >= 0) row_.columns[column] = {kind, 0, offset, nullptr};
    return true;
  }
  bool save_at(uint64_t number, int64_t offset) { return set(number, ColumnRule::at_offset, offset); }

  bool read_expression(ByteCursor &cursor, const uint8_t *&expression, uint16_t &length) {
    const uint64_t bytes = cursor.uleb128();
    if (bytes > UINT16_MAX) return false;
    expression = cursor.place();
    length = static_cast<uint16_t>(bytes);
    cursor.skip(bytes);
    return cursor.ok();
  }

  bool set_expression(uint64_t number, ColumnRule::Kind kind, ByteCursor &cursor) {
    ColumnRule rule = {kind, 0, 0, nullptr};
    if (!read_expression(cursor, rule.expression, rule.expression_length)) return false;
    const int column = column_of_dwarf_register(number);
    if (column >= 0) row_.columns[column] = rule;
    return true;
  }

  bool restore(uint64_t number) {
    const int column = column_of_dwarf_register(number);
    if (!has_initial_) return false;
    if (column >= 0) row_.columns[column] = initial_.columns[column];
    return true;
  }

  bool remember() {
    if (remembered_count_ == max_remembered) return false;
    remembered_[remembered_count_++] = row_;
    return true;
  }

  bool restore_remembered() {
    if (remembered_count_ == 0) return false;
    row_ = remembered_[--remembered_count_];
    return true;
  }

  bool set_cfa_register(int column) {
    if (column < 0 || column == static_cast<int>(return_address_column)) return false;
    row_.cfa_register = static_cast<uint8_t>(column);
    return true;
  }

  bool define_cfa(uint64_t number, int64_t offset) {
    row_.cfa_is_expression = false;
    row_.cfa_offset = offset;
    return set_cfa_register(column_of_dwarf_register(number));
  }

  bool set_cfa_offset(int64_t offset) {
    row_.cfa_offset = offset;
    return !row_.cfa_is_expression;
  }

  bool define_cfa_expression(ByteCursor &cursor) {
    row_.cfa_is_expression = true;
    return read_expression(cursor, row_.cfa_expression, row_.cfa_expression_length);
  }

  const FrameDescription &description_;
  const uint64_t address_;
  FrameRow &row_;
  uint64_t location_;
  FrameRow initial_;
  bool has_initial_ = false;
  FrameRow remembered_[max_remembered];
  unsigned remembered_count_ = 0;
};

}  // namespace

int column_of_dwarf_register(uint64_t number) {
  static constexpr uint8_t columns[] = {
      register_rax, register_rdx, register_rcx, register_rbx, register_rsi,          register_rdi,
      register_rbp, register_rsp, register_r8,  register_r9,  register_r10,          register_r11,
      register_r12, register_r13, register_r14, register_r15, return_address_column,
  };
  return number < sizeof columns ? columns[number] : -1;
}

bool compute_frame_row(const FrameDescription &description, uint64_t address, FrameRow &row) {
  if (column_of_dwarf_register(description.return_register) != static_cast<int>(return_address_column)) return false;
  return RowMachine(description, address, row).run();
}

}  // namespace hagstone
