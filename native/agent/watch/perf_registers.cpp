// SPDX-License-Identifier: MIT
#include "watch/perf_registers.h"

#include <errno.h>

namespace hagstone {

namespace {

// The address of a disarmed register; never hit, because it is disabled.
uint64_t parking_place = 0;

uint64_t parked_address() { return reinterpret_cast<uint64_t>(&parking_place); }

TrapOrigin origin_of(unsigned slot) { return slot == DebugRegisters::walk_slot ? TrapOrigin::walk : TrapOrigin::watch; }

}  // namespace

int PerfRegisters::open_slot(unsigned slot) {
  arrived_[slot] = 0;
  const Breakpoint parked = slot == walk_slot ? Breakpoint{BreakOn::execution, parked_address(), 0}
                                              : Breakpoint{BreakOn::read_or_write, parked_address(), 8};
  return events_[slot].open(breakpoint_attributes(parked), transport_, make_tag(origin_of(slot), slot, 0));
}

int PerfRegisters::open(unsigned wanted) {
  int failure = open_slot(walk_slot);
  if (failure < 0) return failure;
  unsigned watching = 0;
  if (wanted > capacity) wanted = capacity;
  while (watching < wanted) {
    failure = open_slot(watching);
    if (failure < 0) break;
    watching++;
  }
  if (watching) return static_cast<int>(watching);
  events_[walk_slot].close();
  return failure;
}

void PerfRegisters::close() {
  for (PerfEvent &event : events_) event.close();
}

int PerfRegisters::arm(unsigned slot, const Breakpoint &breakpoint, uint64_t generation) {
  PerfEvent &event = events_[slot];
  int failure = event.is_open() ? 0 : open_slot(slot);
  if (failure >= 0) failure = event.move(breakpoint, make_tag(origin_of(slot), slot, generation));
  if (failure < 0) event.disable();
  return failure;
}

void PerfRegisters::disarm(unsigned slot) { events_[slot].disable(); }

void PerfRegisters::close_idle() {
  // Late signals of O_ASYNC name their event by a descriptor, which another event may have by then.
  if (transport_ != HAGSTONE_TRANSPORT_SIGTRAP) return;
  for (const PerfEvent &event : events_)
    if (event.is_enabled()) return;
  close();
}

bool PerfRegisters::event_of_descriptor(int descriptor, TrapEvent &event) const {
  for (unsigned slot = 0; slot <= walk_slot; slot++)
    if (events_[slot].is_open() && events_[slot].descriptor() == descriptor) {
      event = {origin_of(slot), slot, 0, false};
      return true;
    }
  return false;
}

bool PerfRegisters::take_displaced(TrapEvent &event) {
  bool found = false;
  for (unsigned slot = 0; slot < capacity; slot++) {
    if (!events_[slot].is_open()) continue;
    const uint64_t counted = events_[slot].count();
    if (counted > arrived_[slot] && !found) {
      event = {TrapOrigin::watch, slot, 0, false};
      found = true;
    }
    arrived_[slot] = counted;
  }
  return found;
}

int PerfRegisters::discover(hagstone_transport transport) {
  PerfEvent found[capacity + 1];
  int count = 0, failure = -ENOSPC;
  for (PerfEvent &event : found) {
    failure = event.open(breakpoint_attributes({BreakOn::read_or_write, parked_address(), 8}), transport,
                         make_tag(TrapOrigin::watch, 0, 0));
    if (failure < 0) break;
    count++;
  }
  for (PerfEvent &event : found) event.close();
  return count ? count : failure;
}

}  // namespace hagstone
