// SPDX-License-Identifier: MIT
// The hardware breakpoints of one thread, however they are set: by perf events of the thread itself, or by a tracer.
#ifndef HAGSTONE_WATCH_DEBUG_REGISTERS_H
#define HAGSTONE_WATCH_DEBUG_REGISTERS_H

#include <signal.h>
#include <stdint.h>

#include "common/raw_format.h"

namespace hagstone {

enum class BreakOn : uint32_t { write, read_or_write, execution };

struct Breakpoint {
  BreakOn on;
  uint64_t address;  // aligned to `length`
  uint32_t length;   // bytes: 1, 2, 4 or 8; ignored for execution
};

// A SIGTRAP that the agent caused.
enum class TrapOrigin : uint8_t {
  foreign,       // not ours: the target's
  watch,         // a watching register
  walk,          // the register that walks
  timer,         // the sample source
  kernel_clock,  // KernelClock
};
struct TrapEvent {
  TrapOrigin origin;
  unsigned slot;        // watch: which one
  uint64_t generation;  // watch: of the arming that trapped; 0 if the transport cannot tell
  bool late;            // the signal was blocked when the event happened: the registers are not those of the event
};

// A handler's message to code that waits for an event (self-tests).
struct EventLog {
  TrapEvent last;
  volatile uint32_t seen;
};

// Owned and used by one thread. arm, disarm and identify are safe in signal handlers; open and close are not.
class DebugRegisters {
 public:
  static constexpr unsigned capacity = 8;       // watching ones
  static constexpr unsigned walk_slot = capacity;

  // Takes one register to walk with and up to `wanted` to watch with, all disarmed. Returns how many watch, or a
  // negative errno if not even two registers could be had.
  [[nodiscard]] virtual int open(unsigned wanted) = 0;
  virtual void close() = 0;

  // Moves the register. Negative errno on failure; it is disarmed then. `generation` comes back with the trap.
  [[nodiscard]] virtual int arm(unsigned slot, const Breakpoint &breakpoint, uint64_t generation) = 0;
  virtual void disarm(unsigned slot) = 0;

  virtual hagstone_transport transport() const = 0;

 protected:
  ~DebugRegisters() = default;
};

}  // namespace hagstone

#endif
