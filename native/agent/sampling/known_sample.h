// SPDX-License-Identifier: MIT
// Samples whose accesses their source names itself, as a PMU does.
#ifndef HAGSTONE_SAMPLING_KNOWN_SAMPLE_H
#define HAGSTONE_SAMPLING_KNOWN_SAMPLE_H

#include <stdint.h>

#include "code/emulation/registers.h"
#include "code/walk/walk.h"
#include "common/raw_format.h"
#include "sampling/contexts/calling_context.h"

namespace hagstone {

struct KnownSample {
  SampledAccess access;  // not pending
  Registers registers;   // near the access, to unwind from
  AccessMoment moment;   // where they stand to it
};

// The result of one interrupt of a source.
struct KnownSamples {
  static constexpr unsigned capacity = 8;
  static constexpr unsigned loss_capacity = 12;  // more than the causes that a source can name
  struct Loss {
    hagstone_statistic cause;
    uint64_t count;
  };

  KnownSample items[capacity];
  unsigned count = 0;
  Loss losses[loss_capacity];  // lost samples, by the counter of their reason
  unsigned loss_count = 0;

  void lose(hagstone_statistic cause, uint64_t count = 1) {
    for (unsigned i = 0; i < loss_count; i++)
      if (losses[i].cause == cause) {
        losses[i].count += count;
        return;
      }
    if (loss_count < loss_capacity) losses[loss_count++] = {cause, count};
  }
};

}  // namespace hagstone

#endif
