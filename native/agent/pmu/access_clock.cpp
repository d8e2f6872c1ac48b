// SPDX-License-Identifier: MIT
#include "pmu/access_clock.h"

#include <errno.h>

#include "base/system_call.h"

namespace hagstone {

int AccessClock::open(const EventSelection &events) {
  WantedAccess kinds[AccessCounts::capacity];
  int failure = events.counting_count ? 0 : -ENOENT;
  for (unsigned i = 0; failure >= 0 && i < events.counting_count; i++) {
    const PmuEvent &event = events.counting[i];
    perf_event_attr attributes = own_event_attributes(event.type, event.config);
    attributes.sample_period = 0;
    attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    kinds[i] = event.kind;
    failure = events_[i].open_counter(attributes);
    if (failure < 0) break;
    count_++;
    failure = events_[i].enable();
  }
  CounterReading readings[AccessCounts::capacity];
  if (failure >= 0 && !read(readings)) failure = -EIO;
  if (failure < 0)
    close();
  else
    counts_.open(kinds, count_, readings);
  return failure;
}

void AccessClock::close() {
  for (unsigned i = 0; i < count_; i++) events_[i].close();
  count_ = 0;
}

bool AccessClock::read(CounterReading *readings) {
  for (unsigned i = 0; i < count_; i++)
    if (call(SYS_read, events_[i].descriptor(), &readings[i], sizeof readings[i]) != sizeof readings[i]) return false;
  return true;
}

DistanceBreak AccessClock::enter() {
  CounterReading readings[AccessCounts::capacity];
  // A target that closed the descriptor: nothing is known of the accesses since.
  return read(readings) ? counts_.enter(readings) : DistanceBreak::multiplexed;
}

DistanceBreak AccessClock::leave() {
  CounterReading readings[AccessCounts::capacity];
  return read(readings) ? counts_.leave(readings) : DistanceBreak::multiplexed;
}

namespace {

void nothing(void *) {}

}  // namespace

// The minimum of several rounds: a disturbance only adds to a round.
uint64_t AccessClock::measure_unseen(void (*interrupt)(void *argument), void *argument) {
  constexpr int rounds = 9;
  uint64_t least = UINT64_MAX;
  for (int round = 0; round < rounds; round++) {
    (void)enter();
    (void)leave();
    const uint64_t before = counts_.of_target();
    interrupt(argument);
    (void)enter();
    (void)leave();
    const uint64_t unseen = counts_.of_target() - before;
    if (unseen < least) least = unseen;
  }
  return least;
}

uint64_t AccessClock::calibrate(void (*interrupt)(void *argument), void *argument) {
  counts_.set_unseen(0);
  const uint64_t around_readings = measure_unseen(nothing, nullptr);
  const uint64_t with_interrupt = measure_unseen(interrupt, argument);
  const uint64_t unseen = with_interrupt > around_readings ? with_interrupt - around_readings : 0;
  counts_.set_unseen(unseen);
  return unseen;
}

}  // namespace hagstone
