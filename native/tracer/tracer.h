// SPDX-License-Identifier: MIT
// Traces a program and everything it starts, so that the agent inside gets debug registers (common/tracer_protocol.h).
// The program does not notice: every signal is passed on, stopped processes stay stopped, programs with their own
// privileges and processes that another tracer wants are released in time.
#ifndef HAGSTONE_TRACER_TRACER_H
#define HAGSTONE_TRACER_TRACER_H

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

#include <functional>
#include <map>
#include <vector>

#include "registers/hardware_registers.h"

namespace hagstone {

class Tracer {
 public:
  using Ended = std::function<void(pid_t process, int status)>;

  // Seizes `process`, a child with one thread that waits for it. 0 or errno.
  [[nodiscard]] int seize(pid_t process);

  // Until nothing is traced any more. `ended` is called at the end of each process that this one is the parent of, with its
  // status of wait(2).
  void run(const Ended &ended);

 private:
  struct Thread {
    pid_t process;
    uint64_t request;            // address of its hagstone_tracer_request, 0: none yet
    HardwareRegisters registers;
    unsigned watched_calls;      // system calls that are still checked for an exec
    bool leaving;                // to be let go at its next stop
  };
  struct Stop {
    pid_t thread;
    int status;
    siginfo_t signal;            // of a signal-delivery-stop
  };
  struct Waiting {
    pid_t thread;                // holds until nothing of `process` is traced
    pid_t process;
  };

  std::vector<Stop> wait_for_stops(const Ended &ended);
  void forget_thread(pid_t id);
  Thread &thread_of(pid_t id);
  void handle(const Stop &stop);
  void on_event(pid_t id, Thread &thread, int event, int signal);
  void on_exec(pid_t id);
  void on_system_call(pid_t id, Thread &thread);
  void on_trap(pid_t id, Thread &thread, siginfo_t signal);
  void on_hardware_trap(pid_t id, Thread &thread, siginfo_t signal, int place);
  bool restore_handler(pid_t id, const Thread &thread);
  bool recover_hidden_trap(pid_t id, Thread &thread);
  void count_blocked_trap(pid_t id, Thread &thread, int place);
  bool serve(pid_t id, Thread &thread, uint64_t address);
  void let_process_go(pid_t process);
  void finish_waiting();
  void let_go(pid_t id, Thread &thread, int signal);
  void resume(pid_t id, Thread &thread, int signal);

  std::map<pid_t, Thread> threads_;
  std::vector<Waiting> waiting_;
};

}  // namespace hagstone

#endif
