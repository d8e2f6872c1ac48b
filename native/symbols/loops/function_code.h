// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_LOOPS_FUNCTION_CODE_H
#define HAGSTONE_SYMBOLS_LOOPS_FUNCTION_CODE_H

#include <Zydis/Zydis.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "dwarf/code_ranges.h"
#include "elf/elf_file.h"

namespace hagstone::symbols {

// An instruction's effect on the flow of control.
enum class Flow : uint8_t {
  next,           // continues with the next instruction
  call,           // continues with the next instruction if the callee returns
  branch,         // goes to `target` or on with the next instruction
  jump,           // goes to `target`
  indirect_jump,  // goes somewhere
  returns,        // returns to the caller
  stop            // trap, or no instruction at all
};

struct FlowInstruction {
  uint64_t address;
  uint64_t target;  // of direct calls, branches and jumps; 0 otherwise
  uint8_t length;
  Flow flow;
};

// A decoded instruction with its operands.
struct FullInstruction {
  ZydisDecodedInstruction instruction;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
};

// The instructions of a function, decoded one after the other: compilers for x86-64 put no data between them, and
// after hand-written code that does, decoding falls into step again.
class FunctionCode {
 public:
  // `ranges` hold the function's code; they need not touch (GCC puts unlikely code elsewhere).
  FunctionCode(const ElfFile &image, std::vector<AddressRange> ranges);

  // By address.
  const std::vector<FlowInstruction> &instructions() const { return instructions_; }
  // Index of the instruction that starts at the address.
  std::optional<size_t> starting_at(uint64_t address) const;
  // Index of the instruction that the address is in.
  std::optional<size_t> covering(uint64_t address) const;
  bool is_last_of_range(size_t index) const;
  std::optional<FullInstruction> decode(size_t index) const;

 private:
  struct Part {
    uint64_t low;
    std::vector<uint8_t> bytes;
  };
  void decode_part(const Part &part);

  ZydisDecoder decoder_;
  std::vector<Part> parts_;
  std::vector<FlowInstruction> instructions_;
};

}  // namespace hagstone::symbols

#endif
