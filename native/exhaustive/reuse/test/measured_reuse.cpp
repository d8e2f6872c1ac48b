// SPDX-License-Identifier: GPL-2.0-or-later
#include "measured_reuse.h"

#include <algorithm>
#include <stdexcept>

#include "common/raw_format.h"
#include "common/test/bucket_distance.h"
#include "exhaustive/options.h"
#include "exhaustive/reuse/reuse_code.h"
#include "exhaustive/reuse/reuse_distance.h"
#include "part_of_octave.h"

// Translated code is for Valgrind only.
struct hagstone_code_hooks {};
const hagstone_code_hooks hagstone_reuse_code = {};

namespace hagstone::exhaustive::testing {

MeasuredReuse::MeasuredReuse(uint32_t granularities, bool process_wide, bool of_objects) {
  hagstone_options.granularities = granularities;
  hagstone_options.process_wide = process_wide;
  hagstone_options.reuse_objects = of_objects;
  if (const char *why_not = hagstone_reuse_distance.start()) throw std::runtime_error(why_not);
}

MeasuredReuse::~MeasuredReuse() { hagstone_reuse_distance.after_fork(); }

const hagstone_site &MeasuredReuse::site_of(const TracedAccess &access) {
  const hagstone_site *&site = sites_[access.place];
  if (!site) {
    site = &engine.add_site(HAGSTONE_LOAD, access.bytes);
    places_[site->id] = access.place;
  }
  return *site;
}

hagstone_calling_context MeasuredReuse::context_of(uint32_t thread) {
  hagstone_calling_context &context = contexts_[thread];
  if (!context) context = engine.add_context(0, thread);
  return context;
}

const hagstone_batch_block &MeasuredReuse::block_of(std::span<const TracedAccess> accesses, size_t left_out) {
  std::vector<hagstone_sized_place> sized;
  for (const TracedAccess &access : accesses) sized.push_back(hagstone_sized(site_of(access).id, access.bytes));
  sized.resize(accesses.size() + left_out);
  const auto [found, is_new] = blocks_.try_emplace(sized);
  hagstone_batch_block &block = found->second;
  if (is_new) block.count = sized.size(), std::copy(sized.begin(), sized.end(), block.accesses);
  return block;
}

void MeasuredReuse::batch(std::span<const TracedAccess> accesses, size_t left_out, size_t measured) {
  const hagstone_batch_block &block = block_of(accesses, left_out);
  if (hagstone_access_batch.end > hagstone_batch_limit) hagstone_measure_batch();
  auto *const entry = reinterpret_cast<hagstone_batch_entry *>(hagstone_access_batch.end);
  const uint32_t thread = accesses.front().thread;
  entry->block = &block;
  entry->where = static_cast<uint64_t>(thread) << 32 | context_of(thread);
  hagstone_access_batch.end += hagstone_batch_entry_bytes(static_cast<uint32_t>(block.count));
  for (size_t i = 0; i < accesses.size(); i++) {
    if (i == measured) hagstone_measure_batch_so_far();
    entry->addresses[i] = accesses[i].address;
  }
}

void MeasuredReuse::access(const TracedAccess &access) {
  if (access.bytes == 0) return hagstone_reuse_distance.memory_ends(access.address, access.ended, HAGSTONE_MEMORY_FREED);
  const hagstone_access seen = {&site_of(access),          access.address, access.bytes,
                                context_of(access.thread), access.thread,  nullptr};
  hagstone_reuse_distance.access(&seen);
}

ReuseTruth MeasuredReuse::result(uint32_t granularity) {
  hagstone_reuse_distance.finish();
  ReuseTruth result;
  std::map<uint32_t, ReuseTruth::Pair *> by_id;
  std::map<uint32_t, uint32_t> place_of_leaf;
  for (const auto &[thread, context] : contexts_)
    for (const auto &[site, place] : places_) place_of_leaf[engine.leaf(context, site)] = place;
  for (const hagstone_exact_pair &pair : engine.pairs) {
    ReuseTruth::Pair &found = result.pairs[{place_of_leaf.at(pair.watch), place_of_leaf.at(pair.trap)}];
    found.locations += pair.instances;
    found.bytes += pair.bytes;
    by_id[pair.id] = &found;
  }
  for (const FakeEngine::Record &record : engine.counters) {
    const auto &counter = record.as<hagstone_reuse_count>();
    if (record.type != HAGSTONE_RECORD_REUSE_COUNT || counter.granularity != granularity) continue;
    if (counter.axis == HAGSTONE_AXIS_FIRST) {
      result.first += counter.count;
      continue;
    }
    Distances &distances = counter.pair ? by_id.at(counter.pair)->distances : result.process;
    const uint64_t told = hagstone_bucket_distance(counter.bucket), distance = counter.pair ? first_of_part(told) : told;
    (counter.axis == HAGSTONE_AXIS_TIME ? distances.time : distances.stack)[distance] += counter.count;
  }
  return result;
}

}  // namespace hagstone::exhaustive::testing
