// SPDX-License-Identifier: GPL-2.0-or-later
#include "measured_reuse.h"

#include <stdexcept>

#include "common/raw_format.h"
#include "exhaustive/options.h"
#include "exhaustive/reuse/reuse_code.h"
#include "exhaustive/reuse/reuse_distance.h"

// Translated code is for Valgrind only.
struct hagstone_code_hooks {};
const hagstone_code_hooks hagstone_reuse_code = {};

namespace hagstone::exhaustive::testing {

MeasuredReuse::MeasuredReuse(uint32_t granularities, bool process_wide) {
  hagstone_options.granularities = granularities;
  hagstone_options.process_wide = process_wide;
  if (const char* why_not = hagstone_reuse_distance.start()) throw std::runtime_error(why_not);
}

MeasuredReuse::~MeasuredReuse() { hagstone_reuse_distance.after_fork(); }

const hagstone_site& MeasuredReuse::site_of(uint32_t place) {
  const hagstone_site*& site = sites_[place];
  if (!site) {
    site = &engine.add_site(HAGSTONE_LOAD, 0);
    places_[site->id] = place;
  }
  return *site;
}

void MeasuredReuse::access(const TracedAccess& access) {
  if (access.bytes == 0) return hagstone_reuse_distance.memory_ends(access.address, access.ended, HAGSTONE_MEMORY_FREED);
  hagstone_calling_context& context = contexts_[access.thread];
  if (!context) context = engine.add_context(0, access.thread);
  const hagstone_access seen = {&site_of(access.place), access.address, access.bytes, context, access.thread, nullptr};
  hagstone_reuse_distance.access(&seen);
}

ReuseTruth MeasuredReuse::result(uint32_t granularity) {
  hagstone_reuse_distance.finish();
  ReuseTruth result;
  std::map<uint32_t, ReuseTruth::Pair*> by_id;
  std::map<uint32_t, uint32_t> place_of_leaf;
  for (const auto& [thread, context] : contexts_)
    for (const auto& [site, place] : places_) place_of_leaf[engine.leaf(context, site)] = place;
  for (const hagstone_exact_pair& pair : engine.pairs) {
    ReuseTruth::Pair& found = result.pairs[{place_of_leaf.at(pair.watch), place_of_leaf.at(pair.trap)}];
    found.locations += pair.instances;
    found.bytes += pair.bytes;
    by_id[pair.id] = &found;
  }
  for (const FakeEngine::Record& record : engine.counters) {
    const auto& counter = record.as<hagstone_reuse_count>();
    if (record.type != HAGSTONE_RECORD_REUSE_COUNT || counter.granularity != granularity) continue;
    if (counter.axis == HAGSTONE_AXIS_FIRST) {
      result.first += counter.count;
      continue;
    }
    Distances& distances = counter.pair ? by_id.at(counter.pair)->distances : result.process;
    (counter.axis == HAGSTONE_AXIS_TIME ? distances.time : distances.stack)[hagstone_bucket_distance(counter.bucket)] += counter.count;
  }
  return result;
}

}  // namespace hagstone::exhaustive::testing
