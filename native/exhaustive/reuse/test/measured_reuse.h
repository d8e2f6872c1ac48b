// SPDX-License-Identifier: GPL-2.0-or-later
// Drives the measurement outside of Valgrind and reads its records back.
#ifndef HAGSTONE_EXHAUSTIVE_MEASURED_REUSE_H
#define HAGSTONE_EXHAUSTIVE_MEASURED_REUSE_H

#include <map>
#include <span>
#include <vector>

#include "brute_force.h"
#include "exhaustive/measurement.h"
#include "exhaustive/reuse/access_batch.h"
#include "fake_engine.h"

namespace hagstone::exhaustive::testing {

class MeasuredReuse {
 public:
  // `granularities`: HAGSTONE_GRANULARITY_… of options.h, ored.
  explicit MeasuredReuse(uint32_t granularities, bool process_wide = false, bool of_objects = false);
  ~MeasuredReuse();

  void access(const TracedAccess &access);
  // Accesses of one superblock, which is the same for the same places and sizes. It leaves out the next `left_out` accesses.
  // The batch is measured after `measured` of them. All belong to one thread; 255 bytes or more need a place of their own.
  void batch(std::span<const TracedAccess> accesses, size_t left_out, size_t measured);
  // The records' content when the program has ended. Pairs' locations and bytes are of the coarsest granularity, their distances
  // by part of an octave (first_of_part).
  ReuseTruth result(uint32_t granularity);

  FakeEngine engine;

 private:
  const hagstone_site &site_of(const TracedAccess &access);
  hagstone_calling_context context_of(uint32_t thread);

  const hagstone_batch_block &block_of(std::span<const TracedAccess> accesses, size_t left_out);

  std::map<std::vector<hagstone_sized_place>, hagstone_batch_block> blocks_;
  std::map<uint32_t, const hagstone_site *> sites_;         // by place
  std::map<uint32_t, uint32_t> places_;                    // by site
  std::map<uint32_t, hagstone_calling_context> contexts_;  // by thread
};

}  // namespace hagstone::exhaustive::testing

#endif
