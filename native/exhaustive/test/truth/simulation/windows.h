// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_TRUTH_WINDOWS_H
#define HAGSTONE_TRUTH_WINDOWS_H

#include <vector>

#include "native_steps.h"
#include "../reference/trace.h"

namespace hagstone::truth {

// Marks the parts of `trace` outside windows of `on` instructions with gaps of `off` in between, the first of which
// begins with the first of `steps`, and adds where they end. Throws std::runtime_error if the steps are not those of
// the trace.
void cut_into_windows(Trace &trace, const std::vector<Step> &steps, uint64_t on, uint64_t off);

}  // namespace hagstone::truth

#endif
