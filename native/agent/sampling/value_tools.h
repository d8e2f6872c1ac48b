// SPDX-License-Identifier: MIT
// What silent stores and redundant loads have in common.
#ifndef HAGSTONE_SAMPLING_VALUE_TOOLS_H
#define HAGSTONE_SAMPLING_VALUE_TOOLS_H

#include "common/compare.h"
#include "sampling/tool.h"

namespace hagstone {

// REDUNDANT_WITH if `later`, what the trapping access stored or loaded, repeats what the sampled one did, CHANGED_BY
// if not; as floating point where the later access is (metrics.md section 1, Precise / approximate). The bytes of the
// watched part that the later access touched speak for all of it (WITCH 6.4).
Judgement judge_value(SampledThread &thread, const Watch &watch, const Trap &trap, const hagstone_memory_value &later);

// Memory around the watched part as it is now; its length is 0 if it cannot be read.
hagstone_memory_value value_of(SampledThread &thread, const WatchedPart &part);

}  // namespace hagstone

#endif
