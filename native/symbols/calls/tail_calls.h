// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_CALLS_TAIL_CALLS_H
#define HAGSTONE_SYMBOLS_CALLS_TAIL_CALLS_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "calls/code_references.h"
#include "calls/dynamic_slots.h"
#include "calls/stack_depth.h"
#include "loops/function_code.h"
#include "loops/relative_relocations.h"
#include "module_symbols.h"

namespace hagstone::symbols {

// Where a call or a jump goes: to an address of its module, or to a function that the dynamic linker finds; neither: not known.
struct CodeTarget {
  uint64_t address = 0;
  std::string imported;  // linkage name
};

struct TailJump {
  uint64_t address;  // of the jump; where a function falls through into the next one its last instruction
  CodeTarget target;
};

// The ways out of a function other than by a return.
struct TailJumps {
  std::vector<TailJump> jumps;
  bool unresolved = false;  // where some go is not known, or the function was not analysed
};

// Tail calls of a module's functions: by machine code, else by call sites in DWARF. Functions are identified by
// their first addresses. The analysis is bounded; functions beyond the bound are unresolved.
class TailCalls {
 public:
  // `module` must outlive it.
  explicit TailCalls(ModuleSymbols &module);

  // First address of the function whose code, cold parts too, covers the address; nothing where none is known.
  std::optional<uint64_t> entry_of(uint64_t address);
  // Where the call that returns to the address goes; nothing for an indirect call, unless debug information knows better.
  std::optional<CodeTarget> call_target(uint64_t return_address);
  // Whether the instruction before the address certainly calls through a register or memory.
  bool is_indirect_call(uint64_t return_address);
  // Whether a pointer may lead to the function that begins at `entry`: something other than calls and jumps of the module's own code
  // names it. Also where that is not known.
  bool may_be_pointed_to(uint64_t entry) { return references_.may_be_pointed_to(entry); }
  // All functions of the module with a tail call to the one that begins at `entry`; nothing where one of them may not be known.
  std::optional<std::vector<uint64_t>> jumped_to_from(uint64_t entry);
  // The tail jumps that leave the function that begins at `entry`.
  const TailJumps &leaving(uint64_t entry);
  // Where the function of this name begins that other modules get from this one; of an indirect function (STT_GNU_IFUNC) all
  // implementations that its resolver knows. Ascending; empty where the module has no such function.
  const std::vector<uint64_t> &exported(const std::string &name);

 private:
  struct Export {
    uint64_t address;
    bool is_indirect;
  };

  std::optional<AddressRange> range_of(uint64_t address);
  bool is_start(uint64_t address);
  CodeTarget resolve(uint64_t target);
  std::optional<CodeTarget> in_slot(uint64_t slot);
  std::optional<CodeTarget> by_debug_information(uint64_t return_address);
  std::optional<uint64_t> address_named(std::string_view name);
  TailJumps find(uint64_t entry);
  // Adds the ways out of `code`. Returns the parts of the function that are not in `code` yet.
  std::vector<AddressRange> add_jumps(uint64_t entry, const FunctionCode &code, TailJumps &found);
  void read_exports();

  ModuleSymbols &module_;
  RelativeRelocations relocations_;
  CodeReferences references_;
  StackDepth stack_depth_;
  std::optional<DynamicSlots> slots_;
  // By linkage name; 0 for names that several functions have.
  std::optional<std::unordered_map<std::string_view, uint64_t>> names_;
  std::optional<std::unordered_multimap<std::string_view, Export>> exports_;
  std::unordered_map<std::string, std::vector<uint64_t>> exported_;
  std::unordered_map<uint64_t, TailJumps> by_entry_;
  uint64_t analysed_bytes_ = 0;
};

}  // namespace hagstone::symbols

#endif
