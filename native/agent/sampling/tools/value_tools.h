// SPDX-License-Identifier: MIT
// The common part of silent stores and redundant loads.
#ifndef HAGSTONE_SAMPLING_VALUE_TOOLS_H
#define HAGSTONE_SAMPLING_VALUE_TOOLS_H

#include "common/compare.h"
#include "tool.h"

namespace hagstone {

// hagstone_judge_value of the value that the trapping access stored or loaded, `later`.
Judgement judge_value(SampledThread &thread, const Watch &watch, const Trap &trap, const hagstone_memory_value &later);

// Memory of the sampled access and around its watched part as it is now, as far as it can be read; its length is 0 if
// not even the part can.
hagstone_memory_value value_of(SampledThread &thread, const Watch &watch);

}  // namespace hagstone

#endif
