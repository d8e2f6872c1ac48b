// SPDX-License-Identifier: MIT
// Debug registers written by hagstone_tracer, which traces this thread (common/tracer_protocol.h): for places where
// perf_event_open is forbidden.
#ifndef HAGSTONE_WATCH_TRACER_REGISTERS_H
#define HAGSTONE_WATCH_TRACER_REGISTERS_H

#include "common/tracer_protocol.h"
#include "watch/debug_registers.h"

namespace hagstone {

// Must not move while it is open: the tracer knows its address. In a handler of SIGTRAP a change takes effect when the
// handler returns, otherwise immediately.
class TracerRegisters final : public DebugRegisters {
 public:
  // -ESRCH: no tracer answers. -ENOSPC: it answers, but can set no two registers.
  int open(unsigned wanted) override;
  void close() override;
  // A refusal is known only after the fact: the next call returns it.
  int arm(unsigned slot, const Breakpoint &breakpoint, uint64_t generation) override;
  void disarm(unsigned slot) override;
  hagstone_transport transport() const override { return HAGSTONE_TRANSPORT_TRACER; }

  // Outside handlers: waits until the requests are done.
  void settle();

  // Handler, at its beginning: dequeues one trap that came while SIGTRAP was blocked. False if there is none.
  bool take_blocked_trap(TrapEvent &event);

  // For all registers of the processor.
  unsigned found() const { return static_cast<unsigned>(request_.available); }

 private:
  unsigned place_of(unsigned slot) const { return slot == walk_slot ? walk_place : slot; }
  void ask(hagstone_tracer_request_kind kind);

  static constexpr unsigned walk_place = HAGSTONE_TRACER_REGISTERS - 1;

  hagstone_tracer_request request_ = {};
};

// A SIGTRAP of the protocol, distinguished from all others; false if `info` is not one. A request that comes back
// unanswered is an event of no register (slot DebugRegisters::capacity): the tracer is gone.
bool tracer_trap(const siginfo_t &info, TrapEvent &event);

// Once per process, before the first open: the values of hagstone_tracer_request.action and .system_call.
void set_handler_recovery(const void *action, const void *system_call);

// Before the calling process calls exec: the tracer lets go of it if the program has privileges that a traced process
// would not get. Does nothing without a tracer of ours. Safe in the child of a vfork.
void announce_exec();

// Ends the tracing of `process` (0: of the calling one) before another tracer begins its own.
void ask_tracer_to_let_go(int process);

}  // namespace hagstone

#endif
