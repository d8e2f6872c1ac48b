// SPDX-License-Identifier: MIT
// Interposes ptrace, so that the target may trace and be traced despite hagstone_tracer: a process has only one tracer,
// and ours detaches first. The agent's SIGTRAPs would stop a traced process, so it is not sampled either.
#include <stdarg.h>
#include <sys/ptrace.h>

#include "process/agent.h"
#include "next_function.h"
#include "watch/tracer_registers.h"

namespace hagstone {

namespace {

long (*next_ptrace)(int, ...) = nullptr;

// Before `process` (0: the caller's own) gets a tracer of its own choice.
void make_room(int process) {
  if (!process && agent.at_home()) return agent.stop(HAGSTONE_STATISTIC_ended_by_tracing);
  if (agent.reaches_tracer()) ask_tracer_to_let_go(process);
}

}  // namespace

}  // namespace hagstone

HAGSTONE_INTERPOSED long ptrace(enum __ptrace_request request, ...) {
  using namespace hagstone;
  va_list rest;
  va_start(rest, request);
  const int process = va_arg(rest, int);
  void *address = va_arg(rest, void *);
  void *data = va_arg(rest, void *);
  va_end(rest);
  if (request == PTRACE_TRACEME) make_room(0);
  if (request == PTRACE_ATTACH || request == PTRACE_SEIZE) make_room(process);
  return next_function(next_ptrace, "ptrace")(static_cast<int>(request), process, address, data);
}
