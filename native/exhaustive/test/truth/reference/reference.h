// SPDX-License-Identifier: GPL-2.0-or-later
// Counts a trace by the definitions of metrics.md, sections 1, 2, 4, 5, 6 and 9 (bursty runs), as simply as possible: a
// dictionary entry for each byte. Shares no code with the engine.
#ifndef HAGSTONE_TRUTH_REFERENCE_H
#define HAGSTONE_TRUTH_REFERENCE_H

#include "../results.h"
#include "rules.h"
#include "trace.h"

namespace hagstone::truth {

Results count(const Trace &trace, Fault fault = Fault::none, ScopesTold scopes = ScopesTold::none);

}  // namespace hagstone::truth

#endif
