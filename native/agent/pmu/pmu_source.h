// SPDX-License-Identifier: MIT
// Samples a thread by its processor's memory events: PEBS (Intel) or IBS (AMD). The events' records go into one ring
// buffer of the thread; each raises SIGTRAP as soon as it is there.
//
// The kernel writes a record before it raises the signal, with either way of delivery (perf_event.h), so the handler
// finds it. Records in batches (large PEBS) would come too late for a watchpoint. So wakeup_events is 1, watermark 0
// and another clock's time is requested, each of which keeps the kernel from batching (native-anchors 5.5).
#ifndef HAGSTONE_PMU_PMU_SOURCE_H
#define HAGSTONE_PMU_PMU_SOURCE_H

#include <stdint.h>

#include "code/walk/walk.h"
#include "pmu/events/event_selection.h"
#include "pmu/sample_collector.h"
#include "sampling/clocks/sample_source.h"
#include "watch/perf_event.h"

namespace hagstone {

// The same for all threads of the process.
struct PmuSettings {
  EventSelection events;
  WantedAccess wanted;     // kinds that some tool samples
  AddressRange own_code;   // the agent's: samples there are dropped
};

// perf_event_attr of a sampling event.
perf_event_attr sampling_attributes(const PmuEvent &event, const SampleLayout &layout, uint64_t period);

// The layout that the selection's events have.
const SampleLayout &layout_of(const EventSelection &selection);

class PmuSource final : public SampleSource {
 public:
  // `settings` outlives the source.
  PmuSource(const PmuSettings &settings, hagstone_transport transport) : settings_(&settings), transport_(transport) {}

  // `period`: accesses; -ENOENT if no event samples the wanted accesses.
  int open(uint64_t period) override;
  void close() override;
  // The nearest one that sampling_period.h allows.
  void set_period(uint64_t period) override;
  void stop() override;
  bool owns(int descriptor) const override;
  bool names_accesses() const override { return true; }
  void take_samples(const Registers &interrupted, const ModuleMapSnapshot &modules, KnownSamples &samples) override;
  void discard_samples() override;

 private:
  int open_event(const PmuEvent &event, uint64_t period);
  int map_ring(int descriptor);

  const PmuSettings *settings_;
  hagstone_transport transport_;
  PerfEvent events_[EventSelection::capacity];
  unsigned event_count_ = 0;
  uint64_t wanted_period_ = 0;  // the last one asked for
  perf_event_mmap_page *ring_ = nullptr;  // and the data behind it
  SampleCollector collector_;
};

}  // namespace hagstone

#endif
