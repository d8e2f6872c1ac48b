// SPDX-License-Identifier: MIT
#include "pmu/sample_collector.h"

namespace hagstone {

void SampleCollector::open(hagstone_engine engine, const SampleLayout &layout, uint32_t thread,
                           const AddressRange &own_code) {
  engine_ = engine;
  layout_ = &layout;
  thread_ = thread;
  own_code_ = own_code;
  event_count_ = 0;
}

void SampleCollector::add_event(uint64_t id, const SampledEvent &event) {
  if (event_count_ == EventSelection::capacity) return;
  Event &added = events_[event_count_++];
  added.id = id;
  added.event = event;
  added.sampled = false;
}

void SampleCollector::take(const SampleRecord &record, KnownSamples &samples) {
  if (record.thread == thread_) {
    for (unsigned i = 0; i < event_count_; i++) {
      Event &event = events_[i];
      if (event.id != record.event) continue;
      if (event.sampled) samples.lose(HAGSTONE_STATISTIC_dropped_overrun);
      event.sampled = true;
      event.newest = record;
      return;
    }
  }
  samples.lose(HAGSTONE_STATISTIC_dropped_sample_foreign);
}

void SampleCollector::interpret(const Event &event, const Registers &interrupted, const ModuleMapSnapshot &modules,
                                KnownSamples &samples) const {
  const SampleRecord &record = event.newest;
  if (own_code_.contains(record.instruction)) {
    samples.lose(HAGSTONE_STATISTIC_dropped_own_code);
    return;
  }
  hagstone_statistic cause;
  const bool usable = engine_ == HAGSTONE_ENGINE_IBS
                          ? interpret_ibs_sample(record, interrupted, modules, samples, cause)
                          : interpret_precise_sample(record, event.event, interrupted, modules, samples, cause);
  if (!usable) samples.lose(cause);
}

uint64_t SampleCollector::collect(const RingBytes &ring, const Registers &interrupted, const ModuleMapSnapshot &modules,
                                  KnownSamples &samples) {
  SampleRingReader reader(ring, *layout_);
  SampleRecord record;
  for (unsigned i = 0; i < event_count_; i++) events_[i].sampled = false;
  for (;;) {
    uint64_t lost;
    switch (reader.next(record, lost)) {
      case RingItem::end:
        for (unsigned i = 0; i < event_count_; i++)
          if (events_[i].sampled) interpret(events_[i], interrupted, modules, samples);
        return reader.tail();
      case RingItem::sample: take(record, samples); break;
      case RingItem::lost: samples.lose(HAGSTONE_STATISTIC_dropped_sample_lost, lost); break;
      case RingItem::throttled:
      case RingItem::damaged: samples.lose(HAGSTONE_STATISTIC_dropped_sample_lost); break;
      case RingItem::unreadable: samples.lose(HAGSTONE_STATISTIC_dropped_sample_foreign); break;
      case RingItem::other: break;
    }
  }
}

}  // namespace hagstone
