// SPDX-License-Identifier: MIT
// Converts the kernel's records in a thread's ring buffer into known samples.
#ifndef HAGSTONE_PMU_SAMPLE_COLLECTOR_H
#define HAGSTONE_PMU_SAMPLE_COLLECTOR_H

#include <stdint.h>

#include "pmu/events/event_selection.h"
#include "pmu/memory_sample.h"
#include "pmu/sample_ring.h"
#include "sampling/known_sample.h"
#include "unwind/modules/module_map.h"

namespace hagstone {

// One per thread. collect is safe in signal handlers.
class SampleCollector {
 public:
  // Samples of `thread` (thread id) in `layout`; those taken in `own_code`, the agent's, are dropped.
  void open(hagstone_engine engine, const SampleLayout &layout, uint32_t thread, const AddressRange &own_code);
  // `id`: PERF_EVENT_IOC_ID. At most EventSelection::capacity events.
  void add_event(uint64_t id, const SampledEvent &event);

  // Reads the ring to its head and returns the new tail. Only the newest sample of an event is of use: a watchpoint for
  // an older one would guard bytes that have long been accessed again (native-anchors 5.5).
  uint64_t collect(const RingBytes &ring, const Registers &interrupted, const ModuleMapSnapshot &modules,
                   KnownSamples &samples);

 private:
  struct Event {
    uint64_t id;
    SampledEvent event;
    bool sampled;
    SampleRecord newest;
  };

  void take(const SampleRecord &record, KnownSamples &samples);
  void interpret(const Event &event, const Registers &interrupted, const ModuleMapSnapshot &modules,
                 KnownSamples &samples) const;

  hagstone_engine engine_ = HAGSTONE_ENGINE_PEBS;
  const SampleLayout *layout_ = nullptr;
  uint32_t thread_ = 0;
  AddressRange own_code_ = {};
  Event events_[EventSelection::capacity] = {};
  unsigned event_count_ = 0;
};

}  // namespace hagstone

#endif
