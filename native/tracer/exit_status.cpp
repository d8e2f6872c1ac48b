// SPDX-License-Identifier: MIT
#include "exit_status.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hagstone {

int end_like(int status) {
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  const int signal = WTERMSIG(status);
  // The program has left its core already.
  const rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  ::signal(signal, SIG_DFL);
  sigset_t all;
  sigemptyset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  kill(getpid(), signal);
  constexpr int shells_way = 128;
  return shells_way + signal;
}

}  // namespace hagstone
