// SPDX-License-Identifier: MIT
#include "reuse_distribution.h"

#include <unordered_map>

namespace {

struct Survival {
  double share;
  double variance;
};

uint64_t total(const Histogram &histogram) {
  uint64_t sum = 0;
  for (const auto &[distance, count] : histogram) sum += count;
  return sum;
}

Survival survival_beyond(const ReuseTimes &times, uint64_t distance) {
  double share = 1, greenwood = 0;
  uint64_t at_risk = total(times.reused) + total(times.censored);
  auto censored = times.censored.begin();
  for (const auto &[reuse, count] : times.reused) {
    if (reuse > distance) break;
    for (; censored != times.censored.end() && censored->first < reuse; ++censored) at_risk -= censored->second;
    const double remaining = static_cast<double>(at_risk - count);
    share *= remaining / static_cast<double>(at_risk);
    if (at_risk > count) greenwood += static_cast<double>(count) / (static_cast<double>(at_risk) * remaining);
    at_risk -= count;
  }
  return {share, share * share * greenwood};
}

}  // namespace

ReuseTimesByPlace exact_reuse_times(const AccessTrace &trace, uint64_t granularity) {
  struct Use {
    uint64_t position;
    uint32_t place;
  };
  std::unordered_map<uint64_t, Use> latest;
  ReuseTimesByPlace places;
  std::map<uint32_t, std::unordered_map<uint64_t, uint64_t>> reused;
  for (uint64_t position = 0; position < trace.size(); position++) {
    const Access &access = trace[position];
    places[access.place].samples++;
    auto [use, is_first] = latest.try_emplace(location_of(access, granularity));
    if (!is_first) reused[use->second.place][position - use->second.position]++;
    use->second = {position, access.place};
  }
  for (const auto &[place, counts] : reused) places[place].reused = Histogram(counts.begin(), counts.end());
  for (const auto &[location, use] : latest) places[use.place].censored[trace.size() - 1 - use.position]++;
  return places;
}

ReuseTimesByPlace observed_reuse_times(const ReuseSimulation &simulation) {
  ReuseTimesByPlace places;
  for (const auto &[place, samples] : simulation.sampled()) places[place].samples = samples;
  for (const ObservedReuse &observed : simulation.observed())
    (observed.censored ? places[observed.place].censored : places[observed.place].reused)[observed.distance]++;
  return places;
}

ShareEstimate share_within(const ReuseTimesByPlace &places, uint64_t distance) {
  double samples = 0, share = 0, variance = 0;
  for (const auto &[place, times] : places) {
    const double weight = static_cast<double>(times.samples);
    const Survival beyond = survival_beyond(times, distance);
    samples += weight;
    share += weight * (1 - beyond.share);
    variance += weight * weight * beyond.variance;
  }
  share /= samples;
  return {share, variance / (samples * samples) + share * (1 - share) / samples};
}
