// SPDX-License-Identifier: MIT
// perf events of the calling thread, and how they interrupt it.
#ifndef HAGSTONE_WATCH_PERF_EVENT_H
#define HAGSTONE_WATCH_PERF_EVENT_H

#include <linux/perf_event.h>
#include <signal.h>
#include <stdint.h>

#include "common/raw_format.h"
#include "watch/debug_registers.h"

namespace hagstone {

// perf_event_attr with the fields that every event of the agent has: this thread's user code only, gone at exec,
// disabled.
perf_event_attr own_event_attributes(uint32_t type, uint64_t config);
perf_event_attr breakpoint_attributes(const Breakpoint &breakpoint);

// An event whose overflow raises SIGTRAP in the thread that opened it.
//   sigtrap: attr.sigtrap, synchronous, carries `tag` (Linux 5.13; without faults from 6.4 on: see delivery_by_kernel).
//   async:   O_ASYNC with F_SETSIG, after the overflow's interrupt; carries the descriptor.
class PerfEvent {
 public:
  // Negative errno on failure.
  [[nodiscard]] int open(perf_event_attr attributes, hagstone_transport transport, uint64_t tag);
  // An event that only counts and raises no signal.
  [[nodiscard]] int open_counter(const perf_event_attr &attributes) {
    return open(attributes, HAGSTONE_TRANSPORT_TRACER, 0);
  }
  void close();
  bool is_open() const { return descriptor_ >= 0; }
  bool is_enabled() const { return enabled_; }
  int descriptor() const { return descriptor_; }
  // The target closed the descriptor by a direct system call.
  bool is_lost() const;
  uint64_t id() const { return id_; }  // PERF_EVENT_IOC_ID

  // Handler-safe; negative errno on failure.
  [[nodiscard]] int move(const Breakpoint &breakpoint, uint64_t tag);
  [[nodiscard]] int enable();
  void disable();
  [[nodiscard]] int set_period(uint64_t period);
  // Handler-safe: how often it has overflowed, of events with a period of 1; 0 if it cannot be read.
  uint64_t count() const;

 private:
  int raise_signals();

  perf_event_attr attributes_ = {};
  uint64_t id_ = 0;
  int descriptor_ = -1;
  bool enabled_ = false;
};

// The content of a tag; a mark distinguishes it from tags of other perf users in the process.
uint64_t make_tag(TrapOrigin origin, unsigned slot, uint64_t generation);
bool read_tag(uint64_t tag, TrapEvent &event);

// The tag of a siginfo of attr.sigtrap, and whether it came late; false if the signal is not one.
bool sigtrap_data(const siginfo_t &info, uint64_t &tag, bool &late);

// The transport that suits the running kernel.
hagstone_transport delivery_by_kernel();

}  // namespace hagstone

#endif
