// SPDX-License-Identifier: MIT
// Debug registers through perf breakpoint events, by either way of delivery (perf_event.h).
#ifndef HAGSTONE_WATCH_PERF_REGISTERS_H
#define HAGSTONE_WATCH_PERF_REGISTERS_H

#include "watch/debug_registers.h"
#include "watch/perf_event.h"

namespace hagstone {

class PerfRegisters final : public DebugRegisters {
 public:
  explicit PerfRegisters(hagstone_transport transport) : transport_(transport) {}

  int open(unsigned wanted) override;
  void close() override;
  int arm(unsigned slot, const Breakpoint &breakpoint, uint64_t generation) override;
  void disarm(unsigned slot) override;
  hagstone_transport transport() const override { return transport_; }

  // Handler, at its end, in a thread that waits often: closes all if none is armed, since the kernel goes through open
  // events at each context switch, disabled ones too (0.6 µs for each wait). arm() opens those that it needs again.
  void close_idle();

  // The event that a SIGTRAP of O_ASYNC delivery names by descriptor; false if it is none of these.
  bool event_of_descriptor(int descriptor, TrapEvent &event) const;

  // Handler: a trap arrived.
  void count_arrived(unsigned slot) { arrived_[slot]++; }
  // Handler, at a signal that may have come instead of a trap's (the kernel keeps one SIGTRAP only): true if an
  // armed register has trapped since it was last asked and its trap did not arrive. Asks all that watch.
  bool take_displaced(TrapEvent &event);

  // Opens registers until the kernel refuses and closes them again: how many this thread could have, or negative errno
  // if none.
  static int discover(hagstone_transport transport);

 private:
  [[nodiscard]] int open_slot(unsigned slot);

  hagstone_transport transport_;
  PerfEvent events_[capacity + 1];  // the last one walks
  uint64_t arrived_[capacity + 1] = {};  // traps that arrived, of those that the event has counted
};

}  // namespace hagstone

#endif
