// SPDX-License-Identifier: MIT
// What silent stores and redundant loads have in common.
#ifndef HAGSTONE_SAMPLING_VALUE_TOOLS_H
#define HAGSTONE_SAMPLING_VALUE_TOOLS_H

#include "common/compare.h"
#include "sampling/tool.h"

namespace hagstone {

// hagstone_judge_value of what the trapping access stored or loaded, `later`.
Judgement judge_value(SampledThread &thread, const Watch &watch, const Trap &trap, const hagstone_memory_value &later);

// Memory around the watched part as it is now; its length is 0 if it cannot be read.
hagstone_memory_value value_of(SampledThread &thread, const hagstone_watched_part &part);

}  // namespace hagstone

#endif
