// SPDX-License-Identifier: MIT
#include "check.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "registers/hardware_registers.h"

namespace hagstone {

namespace {

struct Finding {
  bool traces;
  int registers;
  bool fires;
  int error;
};

alignas(8) volatile uint64_t watched = 0;

Finding try_on_child() {
  Finding finding = {};
  const pid_t child = fork();
  if (child == 0) {
    raise(SIGSTOP);
    watched = 1;
    _exit(0);
  }
  int status;
  if (child < 0 || waitpid(child, &status, WUNTRACED) != child) return {false, 0, false, errno};
  if (ptrace(PTRACE_SEIZE, child, 0, 0) != 0) {
    finding.error = errno;
  } else {
    finding.traces = true;
    kill(child, SIGCONT);
    // Stops by SIGCONT, or by the end of the stop: in either the registers can be set.
    ptrace(PTRACE_INTERRUPT, child, 0, 0);
    HardwareRegisters registers;
    bool set = false;
    while (waitpid(child, &status, __WALL) == child && WIFSTOPPED(status)) {
      if (!set) {
        finding.registers = registers.find_available(child, reinterpret_cast<uint64_t>(&watched));
        const hagstone_tracer_register wanted[HardwareRegisters::count] = {
            {reinterpret_cast<uint64_t>(&watched), 0, HAGSTONE_TRACER_WRITE, 8}};
        finding.error = -registers.set(child, wanted);
        set = true;
      } else if (status >> 16 == 0 && WSTOPSIG(status) == SIGTRAP && registers.take_trap(child) == 0) {
        finding.fires = true;
        registers.clear(child);
      }
      const bool delivers = status >> 16 == 0 && WSTOPSIG(status) != SIGTRAP;
      ptrace(PTRACE_CONT, child, 0, delivers ? WSTOPSIG(status) : 0);
    }
    return finding;
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return finding;
}

}  // namespace

int check() {
  const Finding finding = try_on_child();
  std::string scope = "null";
  std::ifstream("/proc/sys/kernel/yama/ptrace_scope") >> scope;
  const char *error = finding.error ? strerrorname_np(finding.error) : nullptr;
  printf(
      "{\"schema\":\"hagstone.tracer-check/1\",\"traces\":%s,\"debugRegisters\":%d,\"fires\":%s,\"errno\":%s,"
      "\"ptraceScope\":%s}\n",
      finding.traces ? "true" : "false", finding.registers, finding.fires ? "true" : "false",
      error ? ("\"" + std::string(error) + "\"").c_str() : "null", scope.c_str());
  return 0;
}

}  // namespace hagstone
