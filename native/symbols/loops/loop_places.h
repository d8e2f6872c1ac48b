// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_LOOPS_LOOP_PLACES_H
#define HAGSTONE_SYMBOLS_LOOPS_LOOP_PLACES_H

#include <cstdint>
#include <vector>

#include "loops/control_flow.h"
#include "loops/natural_loops.h"
#include "module_symbols.h"

namespace hagstone::symbols {

// Where a loop is in the source: see EnclosingLoop.
//
// The line is the smallest one at which a statement begins in the loop. Other instructions may have been moved there
// from elsewhere with their lines, or have the function's first line for want of one of their own; they count only in
// code without any such mark.
struct LoopPlace {
  uint32_t frame = 0;
  uint32_t file = 0;
  uint32_t line = 0;
};

// The place of every loop of `forest`, which was found in the control flow of `code`.
std::vector<LoopPlace> loop_places(ModuleSymbols &module, const FunctionCode &code, const ControlFlow &flow,
                                   const LoopForest &forest);

}  // namespace hagstone::symbols

#endif
