// SPDX-License-Identifier: MIT
// Compiled unwind rules by program counter.
#ifndef HAGSTONE_UNWIND_RULE_CACHE_H
#define HAGSTONE_UNWIND_RULE_CACHE_H

#include <stddef.h>
#include <stdint.h>

namespace hagstone {

enum class UnwindRuleKind : uint8_t {
  none,         // no call frame information covers the program counter
  offset,       // CFA = register + offset; saved registers lie at offsets from the CFA
  expression,   // CFA by an expression, saved registers at offsets from the CFA
  uncompiled,   // something rarer: run the call frame instructions every time (signal frames, for example)
  malformed,    // the table cannot be read
};

// Registers that a callee preserves in the System V ABI, in the order of UnwindRule::saved.
enum SavedRegister : uint8_t { saved_rbx, saved_rbp, saved_r12, saved_r13, saved_r14, saved_r15, saved_register_count };

struct UnwindRule {
  // saved[i]: unchanged, or saved at CFA + 8 * saved[i].
  static constexpr int16_t unchanged = INT16_MIN;

  UnwindRuleKind kind;
  uint8_t cfa_register;    // GeneralRegister
  bool root;               // the thread's outermost frame: return address undefined, or the loader's start
  bool signal_frame;       // FrameDescription::signal_frame
  bool found_by_scan;      // not by call frame information (frame_layout.h, return_path.h)
  bool return_site;        // code may return to the byte after the program counter
  uint8_t expression_length;
  int32_t cfa_offset;
  int16_t return_address;  // at CFA + 8 * return_address
  int16_t saved[saved_register_count];
  const uint8_t *expression;
};

// Direct-mapped, per thread; zero-initialised is empty. Emptied when the module map changes.
class RuleCache {
 public:
  static constexpr unsigned size = 1024;

  // Rule of `lookup` (a program counter, already lessened by one for return addresses), or nullptr.
  const UnwindRule *find(uint64_t lookup, uint64_t generation);
  // Keeps the rule and returns the kept one.
  const UnwindRule *insert(uint64_t lookup, const UnwindRule &rule);

 private:
  struct Entry {
    uint64_t lookup;  // 0: empty
    UnwindRule rule;
  };
  static unsigned slot_of(uint64_t lookup) { return static_cast<unsigned>((lookup * 0x9e3779b97f4a7c15u) >> 54); }
  Entry entries_[size] = {};
  uint64_t generation_ = 0;
};

}  // namespace hagstone

#endif
