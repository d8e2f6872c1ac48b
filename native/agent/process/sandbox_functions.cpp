// SPDX-License-Identifier: MIT
// Ends recording before the target confines itself by seccomp: its filter would kill it for the agent's system calls.
// The filter comes by prctl(2), or by seccomp(2), for which libc has no function but syscall(); some go that way for
// both.
#include <linux/seccomp.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "process/agent.h"
#include "process/exec_functions.h"
#include "process/next_function.h"

namespace hagstone {

namespace {

int (*next_prctl)(int, ...) = nullptr;
long (*next_syscall)(long, ...) = nullptr;

bool confines(long number, long operation) {
  if (number == SYS_prctl) return operation == PR_SET_SECCOMP;
  return number == SYS_seccomp && (operation == SECCOMP_SET_MODE_STRICT || operation == SECCOMP_SET_MODE_FILTER);
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
  if (confines(SYS_prctl, option)) agent.stop();
  return next_function(next_prctl, "prctl")(option, arguments[0], arguments[1], arguments[2], arguments[3]);
}

HAGSTONE_INTERPOSED long syscall(long number, ...) {
  using namespace hagstone;
  va_list rest;
  va_start(rest, number);
  long arguments[6];
  for (long &argument : arguments) argument = va_arg(rest, long);
  va_end(rest);
  if (confines(number, arguments[0])) agent.stop();
  if (number == SYS_execve || number == SYS_execveat) return execute_by_number(arguments, number == SYS_execveat);
  return next_function(next_syscall, "syscall")(number, arguments[0], arguments[1], arguments[2], arguments[3],
                                                arguments[4], arguments[5]);
}
