// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_LOOPS_LOOP_INDEX_H
#define HAGSTONE_SYMBOLS_LOOPS_LOOP_INDEX_H

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "loops/control_flow.h"
#include "loops/natural_loops.h"
#include "loops/no_return.h"
#include "loops/relative_relocations.h"
#include "module_symbols.h"

namespace hagstone::symbols {

// A loop around an address.
struct EnclosingLoop {
  // The loop's frame among those that ModuleSymbols::lookup gives for the address, 0 being the function: the
  // innermost frame that all of the loop's code is in.
  uint32_t frame;
  uint32_t file;    // index into ModuleSymbols::strings(), 0 = unknown
  // The smallest line at which a statement of the loop begins in that frame, or a call made or inlined from there: where
  // `for` and `while` stand in optimised code too, whose header block may begin anywhere in the body. 0 = unknown.
  uint32_t line;
  uint64_t header;  // ELF virtual address of the header block
};

struct LoopStatistics {
  uint32_t functions = 0;            // analysed
  uint32_t loops = 0;                // found in them
  uint32_t irreducible_regions = 0;  // cycles with several entries, which are no natural loops
  uint32_t unresolved_jumps = 0;     // jumps through tables that were not found
  uint32_t too_large = 0;            // functions left out
};

// A loop without its place in the source.
struct NestedLoop {
  static constexpr uint32_t none = UINT32_MAX;
  uint64_t header;  // ELF virtual address of the header block
  uint32_t parent;  // index of the loop around it, or `none`
};

// From `low` to the next segment's, or the end of the function's range, the innermost loop is `loop`.
struct LoopSegment {
  uint64_t low;
  uint32_t loop;  // or NestedLoop::none
};

// The loops of one function.
struct FunctionLoops {
  std::vector<AddressRange> ranges;
  std::vector<NestedLoop> loops;
  std::vector<LoopSegment> segments;
  LoopStatistics statistics;
};

// All loops of a module and the code in them.
struct LoopTable {
  // [low, high) is in `loop` and in none inside of it.
  struct Code {
    uint64_t low;
    uint64_t high;
    uint32_t loop;
  };
  std::vector<NestedLoop> loops;  // those around a loop have smaller indices
  std::vector<Code> code;         // ascending and disjoint
};

// Natural loops of a module's functions, by control-flow analysis of the functions that are asked for.
class LoopIndex {
 public:
  // `module` must outlive the index.
  explicit LoopIndex(ModuleSymbols &module) : module_(module), relocations_(module.image()), no_return_(module) {}

  // Appends the loops around the instruction that covers the address, outermost first; none if its function is not
  // known. Its header distinguishes a loop from others of its module.
  void enclosing(uint64_t address, std::vector<EnclosingLoop> &loops);
  // The same for all addresses of the function around this one, which is analysed each time; nothing if it is not known.
  std::optional<FunctionLoops> of_function(uint64_t address);
  // The loops of all functions that symbols, debug information, or call frame information know.
  LoopTable all();
  const LoopStatistics &statistics() const { return statistics_; }

 private:
  struct Loop {
    uint32_t parent;  // index, UINT32_MAX: none
    uint32_t frame;
    uint32_t file;
    uint32_t line;
    uint64_t header;
  };
  struct Function {
    std::vector<Loop> loops;
    std::vector<LoopSegment> segments;
  };
  struct Range {
    uint64_t high;
    std::shared_ptr<const Function> function;
  };

  struct Analysis {
    FunctionCode code;
    ControlFlow flow;
    LoopForest forest;
  };

  std::vector<AddressRange> ranges_of(uint64_t address);
  const Function *function_at(uint64_t address);
  // Nothing for functions that are too large.
  std::optional<Analysis> find_loops(const std::vector<AddressRange> &ranges, uint64_t entry);
  Function analyse(const std::vector<AddressRange> &ranges, uint64_t entry);

  ModuleSymbols &module_;
  RelativeRelocations relocations_;
  NoReturn no_return_;
  LoopStatistics statistics_;
  uint64_t analysed_bytes_ = 0;
  std::map<uint64_t, Range> ranges_;  // by first address
};

}  // namespace hagstone::symbols

#endif
