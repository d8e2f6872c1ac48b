// SPDX-License-Identifier: MIT
// From a sample record to the access that it represents: which instruction, which bytes, load or store.
#ifndef HAGSTONE_PMU_MEMORY_SAMPLE_H
#define HAGSTONE_PMU_MEMORY_SAMPLE_H

#include <stdint.h>

#include "code/emulation/registers.h"
#include "code/walk/walk.h"
#include "common/raw_format.h"
#include "pmu/sample_ring.h"
#include "sampling/known_sample.h"
#include "unwind/modules/module_map.h"

namespace hagstone {

// The sampled accesses: `kind` as in PmuEvent. `latency`: the record's weight is the access's latency.
struct SampledEvent {
  WantedAccess kind;
  bool latency;
};

// Each appends to `samples`, or sets `cause` to the statistic that counts why it cannot, and returns false.

// A precise event's sample (Intel). The instruction is the record's where it is marked exact, else the one before it.
// Its decoding gives kind and length; the sampled address must lie in the accessed bytes.
[[nodiscard]] bool interpret_precise_sample(const SampleRecord &record, const SampledEvent &event,
                                            const Registers &interrupted, const ModuleMapSnapshot &modules,
                                            KnownSamples &samples, hagstone_statistic &cause);

// An IBS op sample (AMD); an operation that loads and stores is a sample of both. `interrupted`: the registers at the
// signal, since the record lacks the operation's own. They must be in the sampled instruction's function, or the
// callers could be another function's.
[[nodiscard]] bool interpret_ibs_sample(const SampleRecord &record, const Registers &interrupted,
                                        const ModuleMapSnapshot &modules, KnownSamples &samples, hagstone_statistic &cause);

}  // namespace hagstone

#endif
