// SPDX-License-Identifier: MIT
#include "rule_compiler.h"

#include "code/emulation/registers.h"
#include "unwind/frame_layout.h"
#include "unwind/return_path.h"
#include "saved_registers.h"

namespace hagstone {

namespace {

constexpr uint16_t preserved_mask = 1u << register_rbx | 1u << register_rbp | 1u << register_r12 | 1u << register_r13 |
                                    1u << register_r14 | 1u << register_r15;

bool slot_of(const ColumnRule &column, int16_t &slot) {
  if (column.kind != ColumnRule::at_offset || column.offset % 8 != 0) return false;
  const int64_t words = column.offset / 8;
  if (words <= INT16_MIN || words > INT16_MAX) return false;
  slot = static_cast<int16_t>(words);
  return true;
}

// False: the row has something that UnwindRule cannot say.
bool compress(const FrameRow &row, UnwindRule &rule) {
  if (row.cfa_is_expression) {
    if (row.cfa_expression_length > UINT8_MAX) return false;
    rule.kind = UnwindRuleKind::expression;
    rule.expression = row.cfa_expression;
    rule.expression_length = static_cast<uint8_t>(row.cfa_expression_length);
  } else {
    if (row.cfa_offset < INT32_MIN || row.cfa_offset > INT32_MAX) return false;
    rule.kind = UnwindRuleKind::offset;
    rule.cfa_register = row.cfa_register;
    rule.cfa_offset = static_cast<int32_t>(row.cfa_offset);
  }
  const ColumnRule &return_address = row.columns[return_address_column];
  rule.root = return_address.kind == ColumnRule::undefined;
  if (!rule.root && !slot_of(return_address, rule.return_address)) return false;
  for (unsigned i = 0; i < 16; i++)
    if (!(preserved_mask >> i & 1) && row.columns[i].kind != ColumnRule::unspecified) return false;
  for (unsigned i = 0; i < saved_register_count; i++) {
    const ColumnRule &column = row.columns[saved_registers[i]];
    rule.saved[i] = UnwindRule::unchanged;
    if (column.kind == ColumnRule::unspecified || column.kind == ColumnRule::same_value) continue;
    if (!slot_of(column, rule.saved[i])) return false;
  }
  return true;
}

// The code in the dynamic loader that the kernel jumps to is hand-written, often without call frame information. It has
// no caller.
bool starts_the_process(const ModuleMapSnapshot &modules, uint64_t lookup) {
  const Module *module = modules.find(lookup);
  AddressRange code;
  return module && module->loader_entry && lookup >= module->loader_entry && modules.unknown_code_bounds(lookup, code) &&
         code.contains(module->loader_entry);
}

bool follow_code(const ModuleMapSnapshot &modules, uint64_t lookup, bool is_return_address, const MemoryReader &memory,
                 UnwindRule &rule) {
  AddressRange function;
  if (modules.function_bounds(lookup, function)) return find_frame_layout(function, lookup, memory, rule);
  return modules.executable_bytes(lookup) != 0 && find_return_path(lookup + is_return_address, memory, rule);
}

}  // namespace

RowLookup find_frame_row(const ModuleMapSnapshot &modules, uint64_t lookup, FrameRow &row, bool &signal_frame) {
  const Module *module = modules.find(lookup);
  if (!module) return RowLookup::none;
  const uint64_t at = find_frame_description(module->frames, lookup);
  if (at == 0) return RowLookup::none;
  FrameDescription description;
  if (!read_frame_description(module->frames.frames, at, description)) return RowLookup::malformed;
  if (lookup < description.function_start || lookup >= description.function_end) return RowLookup::none;
  signal_frame = description.signal_frame;
  return compute_frame_row(description, lookup, row) ? RowLookup::found : RowLookup::malformed;
}

UnwindRule compile_rule(const ModuleMapSnapshot &modules, uint64_t lookup, bool is_return_address,
                        const MemoryReader &memory) {
  UnwindRule rule = {};
  FrameRow row;
  bool signal_frame = false;
  switch (find_frame_row(modules, lookup, row, signal_frame)) {
    case RowLookup::none:
      if (starts_the_process(modules, lookup)) {
        rule.kind = UnwindRuleKind::offset;
        rule.cfa_register = register_rsp;
        rule.root = true;
        return rule;
      }
      rule.kind = UnwindRuleKind::none;
      rule.found_by_scan = follow_code(modules, lookup, is_return_address, memory, rule);
      return rule;
    case RowLookup::malformed: rule.kind = UnwindRuleKind::malformed; return rule;
    case RowLookup::found: break;
  }
  rule.signal_frame = signal_frame;
  if (signal_frame || !compress(row, rule)) rule.kind = UnwindRuleKind::uncompiled;
  return rule;
}

}  // namespace hagstone
