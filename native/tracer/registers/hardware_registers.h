// SPDX-License-Identifier: MIT
// The debug registers of a stopped, traced thread (x86-64: Intel SDM volume 3, 18.2; ptrace(2) PTRACE_POKEUSER).
#ifndef HAGSTONE_TRACER_HARDWARE_REGISTERS_H
#define HAGSTONE_TRACER_HARDWARE_REGISTERS_H

#include <sys/types.h>

#include "common/tracer_protocol.h"

namespace hagstone {

// The debug registers that the tracer has set in one thread.
class HardwareRegisters {
 public:
  static constexpr unsigned count = HAGSTONE_TRACER_REGISTERS;

  // Makes the registers as `wanted` says. Returns 0, or the negative errno of one that could not be set; it is off then.
  int set(pid_t thread, const hagstone_tracer_register (&wanted)[count]);
  // All off.
  void clear(pid_t thread);
  // The same for registers that another tracer set.
  static void clear_unknown(pid_t thread);
  void turn_off(pid_t thread, unsigned place);
  // How many can be set at once, tested at `address`, which is aligned to 8 and not accessed meanwhile. All are off
  // afterwards.
  int find_available(pid_t thread, uint64_t address);
  // The register that stopped the thread, of several the first; -1: none of these. Takes the note away.
  int take_trap(pid_t thread);
  uint64_t tag(unsigned place) const { return registers_[place].tag; }
  // The kernel has emptied them, at exec.
  void forget() { *this = {}; }

 private:
  hagstone_tracer_register registers_[count] = {};
};

}  // namespace hagstone

#endif
