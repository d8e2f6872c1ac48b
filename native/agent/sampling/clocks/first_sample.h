// SPDX-License-Identifier: MIT
// A thread's first sample, decided before anything is opened for the thread.
#ifndef HAGSTONE_SAMPLING_FIRST_SAMPLE_H
#define HAGSTONE_SAMPLING_FIRST_SAMPLE_H

#include <stdint.h>

#include "common/random.h"
#include "sampling/sampling_settings.h"

namespace hagstone {

struct FirstSample {
  hagstone_random random;  // of the thread, for all that is to be drawn after this
  uint32_t periods;        // that the sample represents
  bool spread;             // it comes at a random moment of several sampling periods
  uint64_t due;            // ns of the thread's CPU time, at random in those periods

  // Those that were due until `now` fall away, each with what it represents. `base_period`: SamplingSettings.period.
  void skip_until(uint64_t now, uint64_t base_period) {
    if (due > now) return;
    const uint64_t period = periods * base_period;
    due += ((now - due) / period + 1) * period;
  }
};

// `factor`: sampling periods, a power of two.
FirstSample first_sample(const SamplingSettings &settings, uint32_t thread_index, uint32_t factor);

// Base periods between samples, where nothing is known of the thread.
uint32_t nominal_periods(const SamplingSettings &settings);

}  // namespace hagstone

#endif
