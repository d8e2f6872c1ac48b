// SPDX-License-Identifier: MIT
#include "unwind/unwinder.h"

#include "common/raw_format.h"
#include "unwind/tables/expression.h"
#include "unwind/return_site.h"
#include "unwind/tables/rule_compiler.h"
#include "unwind/tables/saved_registers.h"

namespace hagstone {
namespace {

enum class StepEnd : uint8_t { caller, root, failed };

class Unwinder {
 public:
  Unwinder(const Registers &registers, const ModuleMapSnapshot &modules, RuleCache &cache, const StackMemory &memory,
           UnwindStatistics &statistics, KnownFrames *known)
      : modules_(modules),
        cache_(cache),
        memory_(memory),
        statistics_(statistics),
        known_(known),
        registers_(all_known(registers)),
        instruction_(registers.instruction) {}

  UnwindResult run(UnwindFrame *frames, size_t capacity) {
    if (known_) known_->begin(modules_.generation());
    const UnwindResult result = unwind_to_end(frames, capacity);
    if (!known_) return result;
    if (result.end == UnwindEnd::complete)
      known_->keep();
    else
      known_->forget();
    return result;
  }

 private:
  UnwindResult unwind_to_end(UnwindFrame *frames, size_t capacity) {
    for (size_t count = 0;;) {
      if (count == capacity) return {count, UnwindEnd::truncated};
      UnwindFrame &frame = frames[count];
      frame = {instruction_, registers_.values[register_rsp], nullptr, flags_};
      if (known_ && known_->meets(frame, registers_, memory_)) return add_known(frames, count, capacity);
      const uint64_t lookup = instruction_ - (flags_ & HAGSTONE_CONTEXT_RETURN_ADDRESS ? 1 : 0);
      const Module *callee_module = module_;
      frame.module = module_ = modules_.find(lookup);
      const UnwindRule &rule = rule_of(lookup);
      if ((flags_ & HAGSTONE_CONTEXT_RETURN_ADDRESS) && !is_believable(rule, callee_module))
        return {count, UnwindEnd::partial};
      count++;
      if (known_) known_->note(frame, registers_, rule);
      switch (step(rule, lookup)) {
        case StepEnd::caller: break;
        case StepEnd::root: return {count, UnwindEnd::complete};
        case StepEnd::failed: return {count, UnwindEnd::partial};
      }
    }
  }

  UnwindResult add_known(UnwindFrame *frames, size_t count, size_t capacity) {
    const size_t unchanged = known_->count();
    for (size_t i = unchanged; i-- > 0;) {
      if (count == capacity) return {count, UnwindEnd::truncated};
      frames[count++] = (*known_)[i];
      if (i) count_step((*known_)[i - 1].flags);
    }
    return {count, UnwindEnd::complete, false, true, unchanged};
  }

  void count_step(uint32_t flags) {
    if (flags & HAGSTONE_CONTEXT_FRAME_POINTER)
      statistics_.frames_by_frame_pointer++;
    else
      statistics_.frames_by_tables++;
  }

  const UnwindRule &rule_of(uint64_t lookup) {
    if (const UnwindRule *known = cache_.find(lookup, modules_.generation())) return *known;
    UnwindRule rule = compile_rule(modules_, lookup, flags_ & HAGSTONE_CONTEXT_RETURN_ADDRESS, memory_.reader);
    // The kernel has handlers of signals return to where nothing calls anything.
    rule.return_site = rule.signal_frame || (module_ && module_->executes(lookup) && is_return_site(lookup + 1));
    statistics_.rules_compiled++;
    return *cache_.insert(lookup, rule);
  }

  // The initial data stays, and a guarded read of unknown code costs as much as a frame.
  bool is_return_site(uint64_t address) const {
    if (module_->from_start && module_->executes(address - longest_call))
      return is_call(reinterpret_cast<const uint8_t *>(address - longest_call));
    return is_behind_call(address, memory_.reader);
  }

  // If call frame information is wrong, or a frame pointer is not one, any word may look like a return address.
  // Interpreters that compile at run time push return addresses by hand, but only for code of their own.
  bool is_believable(const UnwindRule &rule, const Module *callee_module) const {
    if (module_) return rule.return_site || rule.root;
    return !callee_module || is_behind_call(instruction_, memory_.reader);
  }

  StepEnd step(const UnwindRule &rule, uint64_t lookup) {
    switch (rule.kind) {
      case UnwindRuleKind::offset:
      case UnwindRuleKind::expression: return step_by_rule(rule);
      case UnwindRuleKind::uncompiled: return step_by_row(lookup);
      case UnwindRuleKind::none: return step_by_frame_pointer();
      case UnwindRuleKind::malformed: break;
    }
    return StepEnd::failed;
  }

  // The caller's frame is above: otherwise a damaged stack could make a circle.
  StepEnd enter_caller(uint64_t return_address, uint64_t stack_pointer, uint32_t flags) {
    if (return_address == 0) return StepEnd::root;
    if (stack_pointer <= registers_.values[register_rsp] && !(flags & HAGSTONE_CONTEXT_SIGNAL_FRAME))
      return StepEnd::failed;
    registers_.values[register_rsp] = stack_pointer;
    registers_.known |= 1u << register_rsp;
    instruction_ = return_address;
    flags_ = flags;
    count_step(flags);
    return StepEnd::caller;
  }

  StepEnd step_by_rule(const UnwindRule &rule) {
    uint64_t cfa;
    if (rule.kind == UnwindRuleKind::offset) {
      if (!registers_.knows(rule.cfa_register)) return StepEnd::failed;
      cfa = registers_.values[rule.cfa_register] + static_cast<uint64_t>(static_cast<int64_t>(rule.cfa_offset));
    } else if (!evaluate(rule.expression, rule.expression_length, nullptr, cfa)) {
      return StepEnd::failed;
    }
    if (rule.root) return StepEnd::root;
    uint64_t return_address;
    if (!read_slot(cfa, rule.return_address, return_address)) return StepEnd::failed;
    uint16_t known = 0;
    for (unsigned i = 0; i < saved_register_count; i++) {
      const unsigned saved = saved_registers[i];
      if (rule.saved[i] == UnwindRule::unchanged)
        known |= registers_.known & (1u << saved);
      else if (!read_slot(cfa, rule.saved[i], registers_.values[saved]))
        return StepEnd::failed;
      else
        known |= 1u << saved;
    }
    registers_.known = known;
    return enter_caller(return_address, cfa,
                        HAGSTONE_CONTEXT_RETURN_ADDRESS | (rule.found_by_scan ? HAGSTONE_CONTEXT_FRAME_POINTER : 0));
  }

  bool evaluate(const uint8_t *expression, uint16_t length, const uint64_t *initial, uint64_t &result) const {
    return evaluate_expression(expression, length, initial, registers_, instruction_, memory_, result);
  }

  bool read_slot(uint64_t cfa, int16_t slot, uint64_t &value) const {
    return memory_.read(cfa + 8 * static_cast<uint64_t>(static_cast<int64_t>(slot)), value);
  }

  StepEnd step_by_row(uint64_t lookup) {
    FrameRow row;
    bool signal_frame = false;
    if (find_frame_row(modules_, lookup, row, signal_frame) != RowLookup::found) return StepEnd::failed;
    uint64_t cfa;
    if (row.cfa_is_expression) {
      if (!evaluate(row.cfa_expression, row.cfa_expression_length, nullptr, cfa)) return StepEnd::failed;
    } else {
      if (!registers_.knows(row.cfa_register)) return StepEnd::failed;
      cfa = registers_.values[row.cfa_register] + static_cast<uint64_t>(row.cfa_offset);
    }
    if (row.columns[return_address_column].kind == ColumnRule::undefined) return StepEnd::root;
    KnownRegisters caller = {};
    uint64_t return_address = 0;
    bool known = false;
    if (!recover(row.columns[return_address_column], return_address_column, cfa, return_address, known) || !known)
      return StepEnd::failed;
    for (unsigned i = 0; i < 16; i++) {
      if (!recover(row.columns[i], i, cfa, caller.values[i], known)) return StepEnd::failed;
      if (known) caller.known |= static_cast<uint16_t>(1u << i);
    }
    const uint64_t own_stack_pointer = registers_.values[register_rsp];
    registers_ = caller;
    registers_.values[register_rsp] = own_stack_pointer;
    return enter_caller(return_address, caller.values[register_rsp],
                        signal_frame ? HAGSTONE_CONTEXT_SIGNAL_FRAME : HAGSTONE_CONTEXT_RETURN_ADDRESS);
  }

  // Gives the caller's value of one column; false if the rule cannot be followed.
  bool recover(const ColumnRule &rule, unsigned column, uint64_t cfa, uint64_t &value, bool &known) const {
    known = true;
    switch (rule.kind) {
      case ColumnRule::unspecified: return recover_by_convention(column, cfa, value, known);
      case ColumnRule::undefined: known = false; return true;
      case ColumnRule::same_value: return copy(column, value, known);
      case ColumnRule::in_register: return copy(static_cast<unsigned>(rule.offset), value, known);
      case ColumnRule::value_offset: value = cfa + static_cast<uint64_t>(rule.offset); return true;
      case ColumnRule::at_offset: return memory_.read(cfa + static_cast<uint64_t>(rule.offset), value);
      case ColumnRule::is_expression: return evaluate(rule.expression, rule.expression_length, &cfa, value);
      case ColumnRule::at_expression: {
        uint64_t place;
        return evaluate(rule.expression, rule.expression_length, &cfa, place) && memory_.read(place, value);
      }
    }
    return false;
  }

  bool copy(unsigned column, uint64_t &value, bool &known) const {
    known = column < 16 && registers_.knows(column);
    if (known) value = registers_.values[column];
    return true;
  }

  bool recover_by_convention(unsigned column, uint64_t cfa, uint64_t &value, bool &known) const {
    if (column == register_rsp) {
      value = cfa;
      return true;
    }
    for (const uint8_t saved : saved_registers)
      if (saved == column) return copy(column, value, known);
    known = false;
    return true;
  }

  // Code without tables: compilers at run time, hand-written assembly.
  StepEnd step_by_frame_pointer() {
    if (!registers_.knows(register_rbp)) return StepEnd::failed;
    const uint64_t frame = registers_.values[register_rbp];
    uint64_t return_address, saved_frame;
    if (frame < registers_.values[register_rsp] || frame % 8 != 0 || !memory_.read(frame, saved_frame) ||
        !memory_.read(frame + 8, return_address))
      return StepEnd::failed;
    registers_.values[register_rbp] = saved_frame;
    registers_.known = 1u << register_rbp | 1u << register_rsp;
    return enter_caller(return_address, frame + 16, HAGSTONE_CONTEXT_RETURN_ADDRESS | HAGSTONE_CONTEXT_FRAME_POINTER);
  }

  const ModuleMapSnapshot &modules_;
  RuleCache &cache_;
  const StackMemory &memory_;
  UnwindStatistics &statistics_;
  KnownFrames *known_;
  KnownRegisters registers_;
  uint64_t instruction_;
  uint32_t flags_ = 0;
  const Module *module_ = nullptr;
};

}  // namespace

UnwindResult unwind(const Registers &registers, const ModuleMapSnapshot &modules, RuleCache &cache,
                    const StackBounds &stack, const MemoryReader &memory, UnwindFrame *frames, size_t capacity,
                    UnwindStatistics &statistics, KnownFrames *known) {
  const StackMemory stack_memory = {stack, memory};
  return Unwinder(registers, modules, cache, stack_memory, statistics, known).run(frames, capacity);
}

}  // namespace hagstone
