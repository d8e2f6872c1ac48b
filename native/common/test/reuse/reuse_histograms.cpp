// SPDX-License-Identifier: MIT
#include "reuse_histograms.h"

#include <algorithm>
#include <unordered_map>

#include "random.h"

namespace {

// Counts by distance in an array: the trace bounds the distances, and a tree of all of them is slow.
class Counts {
 public:
  explicit Counts(size_t longest) : counts_(longest + 1) {}
  void add(uint64_t distance) { counts_[distance]++; }
  Histogram histogram() const {
    Histogram histogram;
    for (size_t distance = 0; distance < counts_.size(); distance++)
      if (counts_[distance]) histogram.emplace_hint(histogram.end(), distance, counts_[distance]);
    return histogram;
  }

 private:
  std::vector<uint64_t> counts_;
};

}  // namespace

ReuseHistograms reuse_histograms(const AccessTrace &trace, uint64_t granularity) {
  ReuseReference reference;
  Counts time(trace.size()), stack(trace.size());
  for (const Access &access : trace)
    if (auto reuse = reference.access(location_of(access, granularity))) {
      time.add(reuse->time);
      stack.add(reuse->stack);
    }
  return {time.histogram(), stack.histogram(), reference.locations()};
}

std::vector<SampledUse> sampled_uses(const AccessTrace &trace, uint64_t granularity, uint64_t count, uint64_t seed) {
  hagstone_random random;
  hagstone_random_seed(&random, seed, 0);
  // Floyd's choice of a subset (Bentley and Floyd, "A Sample of Brilliance", 1987).
  std::map<uint64_t, std::optional<ReuseDistances>> uses;
  for (uint64_t last = trace.size() - std::min<uint64_t>(count, trace.size()); last < trace.size(); last++) {
    const uint64_t drawn = hagstone_random_below(&random, last + 1);
    uses.try_emplace(uses.count(drawn) ? last : drawn);
  }
  ReuseReference reference;
  for (uint64_t position = 0; position < trace.size(); position++)
    if (auto reuse = reference.access(location_of(trace[position], granularity)))
      if (auto use = uses.find(position - reuse->time); use != uses.end()) use->second = reuse;
  std::vector<SampledUse> result;
  for (const auto &[position, reuse] : uses) result.push_back({position, reuse});
  return result;
}

PartHistograms part_histograms(const AccessTrace &trace, uint64_t granularity) {
  const uint64_t parts = granularity / element_bytes;
  PartHistograms result;
  Counts own(trace.size()), other(trace.size());
  std::unordered_map<uint64_t, uint64_t> next;  // element -> position of its next access
  for (uint64_t position = trace.size(); position-- > 0;) {
    const uint64_t element = trace[position].element;
    const uint64_t line = element / parts * parts;
    for (uint64_t part = line; part < line + parts; part++) {
      auto found = next.find(part);
      if (found == next.end())
        (part == element ? result.own_never : result.other_never)++;
      else
        (part == element ? own : other).add(found->second - position);
    }
    next[element] = position;
  }
  result.own = own.histogram();
  result.other = other.histogram();
  return result;
}
