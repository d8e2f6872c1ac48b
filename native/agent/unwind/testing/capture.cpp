// SPDX-License-Identifier: MIT
#include "unwind/testing/capture.h"

#include <ucontext.h>

#include <memory>

#include "code/emulation/signal_registers.h"
#include "code/testing/single_stepper.h"

namespace hagstone::testing {

Capture capture(const ModuleMapSnapshot &modules, size_t capacity) {
  ucontext_t context;
  getcontext(&context);
  const auto cache = std::make_unique<RuleCache>();
  Capture result = {std::vector<UnwindFrame>(capacity), {}, {}};
  const UnwindResult unwound = unwind(registers_from(context), modules, *cache, {0, 0}, own_memory(), result.frames.data(),
                                      capacity, result.statistics);
  result.frames.resize(unwound.frame_count);
  // The first frame is this function's.
  result.frames.erase(result.frames.begin());
  result.end = unwound.end;
  return result;
}

}  // namespace hagstone::testing
