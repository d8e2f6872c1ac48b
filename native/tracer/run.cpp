// SPDX-License-Identifier: MIT
// Three processes: the one that was called represents the program towards its caller; its child traces, for as long as
// anything that the program started lives; and that one's child becomes the program. So the tracing does not end, and
// no debug register stays set, when the program leaves processes behind or the caller is killed; and if the tracing process
// is killed, the first one turns the registers off.
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "registers/abandoned_registers.h"
#include "common/tracer_protocol.h"
#include "exit_status.h"
#include "program_search.h"
#include "privileged_program.h"
#include "tracer.h"

namespace hagstone {

namespace {

// The signals that a person or a launcher sends to a program.
constexpr int passed_on[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGCONT, SIGWINCH};

volatile pid_t program = 0;

void pass_on(int signal, siginfo_t *info, void *) {
  // Those of the terminal went to the whole foreground process group, the program included.
  const bool of_terminal = info->si_code == SI_KERNEL;
  if (program && !of_terminal) kill(program, signal);
}

// The tracing process's messages to the one that was called.
struct Message {
  enum Kind : int { started, ended, cannot_trace } kind;
  int value;  // process id, status of wait(2), errno
};

void tell(int pipe, Message::Kind kind, int value) {
  const Message message = {kind, value};
  // A caller that was killed hears nothing.
  (void)!write(pipe, &message, sizeof message);
}

[[noreturn]] void become_program(char **command, int seized) {
  char go;
  if (read(seized, &go, 1) != 1) _exit(failure_status);
  close(seized);
  execvp(command[0], command);
  const int error = errno;
  fprintf(stderr, "hagstone: cannot run %s: %s\n", command[0], strerror(error));
  _exit(error == ENOENT ? not_found_status : not_executable_status);
}

[[noreturn]] void trace(char **command, int report) {
  prctl(PR_SET_NAME, HAGSTONE_TRACER_NAME);
  int gate[2];
  if (pipe2(gate, O_CLOEXEC) != 0) _exit(failure_status);
  const pid_t child = fork();
  if (child == 0) {
    close(gate[1]);
    become_program(command, gate[0]);
  }
  Tracer tracer;
  const int failure = child < 0 ? errno : tracer.seize(child);
  if (failure) {
    tell(report, Message::cannot_trace, failure);
    if (child > 0) kill(child, SIGKILL);
    _exit(failure_status);
  }
  tell(report, Message::started, child);
  (void)!write(gate[1], "", 1);
  // Out of reach of the terminal's signals, and holding nothing that the caller waits for the end of.
  setpgid(0, 0);
  const int nothing = open("/dev/null", O_RDWR);
  for (int stream = 0; stream < 3; stream++) dup2(nothing, stream);
  const int kept = dup2(report, 3);
  close_range(4, ~0u, 0);
  fcntl(kept, F_SETFD, FD_CLOEXEC);
  bool is_over = false;
  const auto ended = [&](pid_t process, int status) {
    if (process != child) return;
    tell(kept, Message::ended, status);
    close(kept);
    is_over = true;
  };
  tracer.run(ended);
  // It was released, because another process traces it or it has privileges.
  if (int status; !is_over && waitpid(child, &status, 0) == child) ended(child, status);
  _exit(0);
}

void receive_signals() {
  struct sigaction action = {};
  action.sa_sigaction = pass_on;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  for (int signal : passed_on) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    // The program ignores the signals that the caller ignores (nohup).
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

// Signals that come before the program is known wait until they can be passed on. Returns the mask before.
sigset_t hold_signals() {
  sigset_t held, before;
  sigemptyset(&held);
  for (int signal : passed_on) sigaddset(&held, signal);
  sigprocmask(SIG_BLOCK, &held, &before);
  return before;
}

// Until the program's end. Its status of wait(2); the tracing process may be killed, then it is ours to wait for.
// `mask`: of signals, once the program is known.
int wait_for_end(pid_t tracing, int report, const sigset_t &mask) {
  Message message;
  for (;;) {
    const ssize_t length = read(report, &message, sizeof message);
    if (length < 0 && errno == EINTR) continue;
    if (length == sizeof message && message.kind == Message::started) program = message.value;
    sigprocmask(SIG_SETMASK, &mask, nullptr);
    if (length != sizeof message) break;
    if (message.kind == Message::ended) return message.value;
    if (message.kind == Message::cannot_trace) {
      fprintf(stderr, "hagstone: cannot trace the program: %s; a container may need --cap-add SYS_PTRACE\n",
              strerror(message.value));
      exit(failure_status);
    }
  }
  // A dying process closes its pipe before its children are reparented.
  int status = 0;
  for (const pid_t process : {tracing, program}) {
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    if (process == tracing) clear_abandoned_registers();
  }
  return status;
}

}  // namespace

int run(char **command) {
  setenv("HAGSTONE_TRANSPORT", "tracer", 1);
  if (is_privileged(find_program(command[0]))) {
    unsetenv("HAGSTONE_RECORDING");
    execvp(command[0], command);
  }
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) {
    fprintf(stderr, "hagstone: no pipe: %s\n", strerror(errno));
    return failure_status;
  }
  // Should the tracing process be killed, the program becomes a child of this one.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const sigset_t mask = hold_signals();
  const pid_t tracing = fork();
  if (tracing == 0) {
    sigprocmask(SIG_SETMASK, &mask, nullptr);
    close(report[0]);
    trace(command, report[1]);
  }
  if (tracing < 0) {
    fprintf(stderr, "hagstone: no process: %s\n", strerror(errno));
    return failure_status;
  }
  close(report[1]);
  receive_signals();
  return end_like(wait_for_end(tracing, report[0], mask));
}

}  // namespace hagstone
