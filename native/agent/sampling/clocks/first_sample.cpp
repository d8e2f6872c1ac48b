// SPDX-License-Identifier: MIT
#include "sampling/clocks/first_sample.h"

#include "sampling/clocks/process_pace.h"

namespace hagstone {

FirstSample first_sample(const SamplingSettings &settings, uint32_t thread_index, uint32_t factor) {
  FirstSample first = {{}, factor * nominal_periods(settings), factor > 1, 0};
  hagstone_random_seed(&first.random, settings.seed, thread_index);
  first.due = 1 + hagstone_random_below(&first.random, first.periods * settings.period);
  return first;
}

uint32_t nominal_periods(const SamplingSettings &settings) {
  if (!settings.pace) return 1;
  return settings.pace->is_early() ? settings.pace->early_periods() : settings.pace->steady_periods();
}

}  // namespace hagstone
