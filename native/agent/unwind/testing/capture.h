// SPDX-License-Identifier: MIT
// Unwinding of the test's own stack.
#ifndef HAGSTONE_UNWIND_TESTING_CAPTURE_H
#define HAGSTONE_UNWIND_TESTING_CAPTURE_H

#include <vector>

#include "unwind/unwinder.h"

namespace hagstone::testing {

struct Capture {
  std::vector<UnwindFrame> frames;
  UnwindEnd end;
  UnwindStatistics statistics;
};

// The stack from the caller of this function on.
Capture capture(const ModuleMapSnapshot &modules, size_t capacity = 256);

}  // namespace hagstone::testing

#endif
