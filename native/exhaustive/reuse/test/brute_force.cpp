// SPDX-License-Identifier: GPL-2.0-or-later
#include "brute_force.h"

#include <algorithm>
#include <set>

#include "common/raw_format.h"
#include "common/test/bucket_distance.h"
#include "part_of_octave.h"

namespace hagstone::exhaustive::testing {

namespace {

bool touches(const TracedAccess &access, uint64_t location, uint32_t granularity) {
  return access.bytes > 0 && access.address / granularity <= location &&
         location <= (access.address + access.bytes - 1) / granularity;
}

bool ends(const TracedAccess &end, uint64_t location, uint32_t granularity) {
  return end.bytes == 0 && end.address <= location * granularity && (location + 1) * granularity <= end.address + end.ended;
}

uint64_t bucket(uint64_t distance) { return hagstone_bucket_distance(hagstone_distance_bucket(distance)); }

}  // namespace

ReuseTruth brute_force_reuse(const std::vector<TracedAccess> &trace, uint32_t granularity, bool process_wide) {
  ReuseTruth truth;
  for (size_t now = 0; now < trace.size(); now++) {
    const TracedAccess &reuse = trace[now];
    if (reuse.bytes == 0) continue;
    for (uint64_t location = reuse.address / granularity; touches(reuse, location, granularity); location++) {
      std::set<uint64_t> between;
      uint64_t time = 1;
      size_t at = now;
      bool ended = false;
      while (at-- > 0) {
        const TracedAccess &earlier = trace[at];
        ended = ended || ends(earlier, location, granularity);
        if (!process_wide && earlier.thread != reuse.thread) continue;
        if (earlier.bytes == 0) continue;
        if (touches(earlier, location, granularity)) break;
        for (uint64_t other = earlier.address / granularity; touches(earlier, other, granularity); other++)
          between.insert(other);
        time++;
      }
      if (at == static_cast<size_t>(-1) || ended) {
        truth.first++;
        continue;
      }
      ReuseTruth::Pair &pair = truth.pairs[{trace[at].place, reuse.place}];
      for (Distances *distances : {&truth.process, &pair.distances}) {
        distances->time[bucket(time)]++;
        distances->stack[bucket(between.size())]++;
      }
      pair.locations++;
      pair.bytes += std::min((location + 1) * granularity, reuse.address + reuse.bytes) -
                    std::max(location * granularity, reuse.address);
    }
  }
  return truth;
}

ReuseTruth with_pairs_in_parts(ReuseTruth truth) {
  for (auto &[places, pair] : truth.pairs) {
    Distances parts;
    for (const auto &[distance, count] : pair.distances.time) parts.time[first_of_part(distance)] += count;
    for (const auto &[distance, count] : pair.distances.stack) parts.stack[first_of_part(distance)] += count;
    pair.distances = parts;
  }
  return truth;
}

}  // namespace hagstone::exhaustive::testing
