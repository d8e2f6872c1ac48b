// SPDX-License-Identifier: MIT
#include "pmu/pmu_source.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>

#include "base/system_call.h"
#include "pmu/sampling_period.h"

namespace hagstone {

namespace {

constexpr uint64_t page = 4096;
// Room for a dozen samples; one is there at a time. Locked memory of the user, so as little as will do.
constexpr uint64_t ring_data_bytes = page;
constexpr uint64_t ring_bytes = page + ring_data_bytes;

constexpr uint64_t load_latency_events[] = {0x01cd, 0x100b, 0x05d0};

bool gives_latency(const PmuEvent &event) {
  for (uint64_t config : load_latency_events)
    if (event.config == config) return true;
  return false;
}

}  // namespace

const SampleLayout &layout_of(const EventSelection &selection) {
  if (selection.engine == HAGSTONE_ENGINE_IBS) return ibs_layout;
  return selection.data_source ? pebs_layout : pebs_layout_without_source;
}

perf_event_attr sampling_attributes(const PmuEvent &event, const SampleLayout &layout, uint64_t period) {
  perf_event_attr attributes = own_event_attributes(event.type, event.config);
  attributes.config1 = event.config1;
  attributes.config2 = event.config2;
  attributes.sample_period = period;
  attributes.precise_ip = event.precise_ip;
  attributes.sample_type = layout.sample_type;
  attributes.sample_regs_intr = layout.register_mask;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  attributes.watermark = 0;
  attributes.use_clockid = 1;
  attributes.clockid = CLOCK_MONOTONIC;
  if (!event.exclude_kernel) attributes.exclude_kernel = attributes.exclude_hv = 0;
  return attributes;
}

int PmuSource::open(uint64_t period) {
  const uint64_t first_period = first_sampling_period(settings_->events.engine, period);
  wanted_period_ = 0;
  event_count_ = 0;
  collector_.open(settings_->events.engine, layout_of(settings_->events), static_cast<uint32_t>(current_thread()),
                  settings_->own_code);
  int failure = -ENOENT;
  for (unsigned i = 0; i < settings_->events.sampling_count; i++) {
    const PmuEvent &event = settings_->events.sampling[i];
    if (!includes(settings_->wanted, event.kind)) continue;
    failure = open_event(event, first_period);
    if (failure < 0) break;
  }
  for (unsigned i = 0; failure >= 0 && i < event_count_; i++) failure = events_[i].enable();
  if (failure < 0) close();
  return failure;
}

int PmuSource::open_event(const PmuEvent &event, uint64_t period) {
  const perf_event_attr attributes = sampling_attributes(event, layout_of(settings_->events), period);
  PerfEvent &opened = events_[event_count_];
  int failure = opened.open(attributes, transport_, make_tag(TrapOrigin::timer, 0, 0));
  if (failure < 0) return failure;
  event_count_++;
  collector_.add_event(opened.id(), {event.kind, gives_latency(event)});
  if (!ring_) return map_ring(opened.descriptor());
  return static_cast<int>(call(SYS_ioctl, opened.descriptor(), PERF_EVENT_IOC_SET_OUTPUT, events_[0].descriptor()));
}

int PmuSource::map_ring(int descriptor) {
  long mapped = call(SYS_mmap, 0, ring_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (mapped < 0) return static_cast<int>(mapped);
  ring_ = reinterpret_cast<perf_event_mmap_page *>(mapped);
  return 0;
}

void PmuSource::close() {
  for (unsigned i = 0; i < event_count_; i++) events_[i].close();
  event_count_ = 0;
  if (ring_) unmap_pages(ring_, ring_bytes);
  ring_ = nullptr;
}

void PmuSource::set_period(uint64_t period) {
  if (period == wanted_period_) return;
  wanted_period_ = period;
  const uint64_t nearest = sampling_period(settings_->events.engine, period);
  // If the kernel refuses, the former period continues: until the next adaptation, the samples represent fewer accesses
  // than recorded, by the factor of one adaptation.
  for (unsigned i = 0; i < event_count_; i++) (void)events_[i].set_period(nearest);
}

void PmuSource::stop() {
  for (unsigned i = 0; i < event_count_; i++) events_[i].disable();
}

bool PmuSource::owns(int descriptor) const {
  for (unsigned i = 0; i < event_count_; i++)
    if (events_[i].descriptor() == descriptor) return true;
  return false;
}

void PmuSource::take_samples(const Registers &interrupted, const ModuleMapSnapshot &modules, KnownSamples &samples) {
  if (!ring_) return;
  const RingBytes ring = {reinterpret_cast<const uint8_t *>(ring_) + page, ring_data_bytes,
                          __atomic_load_n(&ring_->data_head, __ATOMIC_ACQUIRE), ring_->data_tail};
  const uint64_t tail = collector_.collect(ring, interrupted, modules, samples);
  __atomic_store_n(&ring_->data_tail, tail, __ATOMIC_RELEASE);
}

void PmuSource::discard_samples() {
  if (!ring_) return;
  __atomic_store_n(&ring_->data_tail, __atomic_load_n(&ring_->data_head, __ATOMIC_ACQUIRE), __ATOMIC_RELEASE);
}

}  // namespace hagstone
