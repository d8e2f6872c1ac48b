// SPDX-License-Identifier: MIT
// Ends recording before the target does something, by prctl() or syscall(), that conflicts with the agent:
// - It confines itself by seccomp: its filter would kill it for the agent's system calls. The filter comes by prctl(2),
// or by seccomp(2), for which libc has no function; some programs use syscall() for both.
// - It opens its own breakpoint events: the agent's occupy all debug registers.
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "base/system_call.h"
#include "process/agent.h"
#include "exec_functions.h"
#include "next_function.h"

namespace hagstone {

namespace {

int (*next_prctl)(int, ...) = nullptr;
long (*next_syscall)(long, ...) = nullptr;

bool confines(long number, long operation) {
  if (number == SYS_prctl) return operation == PR_SET_SECCOMP;
  return number == SYS_seccomp && (operation == SECCOMP_SET_MODE_STRICT || operation == SECCOMP_SET_MODE_FILTER);
}

bool is_own_thread(long thread) { return thread <= 0 || call(SYS_tgkill, current_process(), thread, 0) == 0; }

// `attributes` may lead nowhere.
bool is_breakpoint(long attributes) {
  uint32_t type = 0;
  iovec to = {&type, sizeof type}, from = {reinterpret_cast<void *>(attributes), sizeof type};
  const long read = call(SYS_process_vm_readv, current_process(), &to, 1, &from, 1, 0);
  return read == static_cast<long>(sizeof type) && type == PERF_TYPE_BREAKPOINT;
}

}  // namespace

}  // namespace hagstone

HAGSTONE_INTERPOSED int prctl(int option, ...) {
  using namespace hagstone;
  va_list rest;
  va_start(rest, option);
  unsigned long arguments[4];
  for (unsigned long &argument : arguments) argument = va_arg(rest, unsigned long);
  va_end(rest);
  if (confines(SYS_prctl, option)) agent.stop(HAGSTONE_STATISTIC_ended_by_seccomp);
  return next_function(next_prctl, "prctl")(option, arguments[0], arguments[1], arguments[2], arguments[3]);
}

HAGSTONE_INTERPOSED long syscall(long number, ...) {
  using namespace hagstone;
  va_list rest;
  va_start(rest, number);
  long arguments[6];
  for (long &argument : arguments) argument = va_arg(rest, long);
  va_end(rest);
  if (confines(number, arguments[0])) agent.stop(HAGSTONE_STATISTIC_ended_by_seccomp);
  if (number == SYS_perf_event_open && is_breakpoint(arguments[0]) && is_own_thread(arguments[1]))
    agent.stop(HAGSTONE_STATISTIC_ended_by_breakpoints);
  if (number == SYS_execve || number == SYS_execveat) return execute_by_number(arguments, number == SYS_execveat);
  return next_function(next_syscall, "syscall")(number, arguments[0], arguments[1], arguments[2], arguments[3],
                                                arguments[4], arguments[5]);
}
