// SPDX-License-Identifier: MIT
// Runs a function of the test program in a child process, one instruction at a time: the oracle of the tests.
// The child is a fork, so that code, modules and stack have the same addresses in both processes.
#ifndef HAGSTONE_CODE_TESTING_SINGLE_STEPPER_H
#define HAGSTONE_CODE_TESTING_SINGLE_STEPPER_H

#include <sys/types.h>

#include "code/emulation/memory_reader.h"
#include "code/emulation/registers.h"

namespace hagstone::testing {

class SingleStepper {
 public:
  // Stops the child at the first instruction of `body`.
  explicit SingleStepper(void (*body)());
  ~SingleStepper();
  SingleStepper(const SingleStepper &) = delete;
  SingleStepper &operator=(const SingleStepper &) = delete;

  // Runs one instruction, or delivers a signal that arrived. False when the child has ended.
  bool step();

  const Registers &registers() const { return registers_; }
  // True if the last step delivered a signal: the child is at the handler's first instruction.
  bool entered_signal_handler() const { return entered_signal_handler_; }
  // The child's only thread.
  int thread() const { return child_; }
  // Reads the child's memory.
  MemoryReader memory();

 private:
  bool wait_for_stop();

  pid_t child_;
  int pending_signal_ = 0;
  bool ended_ = false;
  bool entered_signal_handler_ = false;
  Registers registers_ = {};
};

// Reads the memory of the calling process, guarded by the kernel.
MemoryReader own_memory();

}  // namespace hagstone::testing

#endif
