// SPDX-License-Identifier: MIT
#include "pmu/sampling_period.h"

#include "common/random.h"

namespace hagstone {

namespace {

// The shortest that the kernel takes.
constexpr uint64_t shortest_ibs_steps = 9;

uint64_t ibs_steps(uint64_t wanted) {
  const uint64_t steps = (wanted + ibs_step / 2) / ibs_step;
  return steps < shortest_ibs_steps ? shortest_ibs_steps : steps;
}

}  // namespace

uint64_t sampling_period(hagstone_engine engine, uint64_t wanted) {
  if (engine != HAGSTONE_ENGINE_IBS) return hagstone_nearest_prime(wanted);
  constexpr uint64_t shortest_prime = 11;
  const uint64_t prime = hagstone_nearest_prime(ibs_steps(wanted));
  return (prime < shortest_prime ? shortest_prime : prime) * ibs_step;
}

uint64_t first_sampling_period(hagstone_engine engine, uint64_t wanted) {
  return engine == HAGSTONE_ENGINE_IBS ? ibs_steps(wanted) * ibs_step : wanted;
}

}  // namespace hagstone
