// SPDX-License-Identifier: MIT
// Opens every kind of event that the sampler needs, fires each once and prints one JSON object; exit status 0 always.
//
//   schema               "hagstone.probe/1"
//   kernel               release
//   perfEventParanoid    level, null without perf
//   seccompMode          0 none, 1 strict, 2 filter
//   perfCapability       CAP_PERFMON or CAP_SYS_ADMIN is effective
//   debugRegisters       that could be opened at once
//   watchpointSigtrap, watchpointAsync, executionBreakpoint, timer, hardwareCounters
//                        {opens, fires, errno: symbolic name of the error on opening, or null}
//   pebs, ibs            {available, opened, selfTest: "passed" | "failed" | "untested", reason: a sentence,
//                        events: [text], remedy: text or null,
//                        command: shell command that does it, or null}
//   trapCost             median ns from a watched store to the handler and back, null if nothing fires
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/own_descriptors.h"
#include "base/system_call.h"
#include "probe/machine.h"
#include "probe/pmu_probe.h"
#include "sampling/self_test.h"
#include "sampling/clocks/task_clock.h"
#include "watch/perf_registers.h"

namespace hagstone {

namespace {

struct Attempt {
  bool opens;
  bool fires;
  int error;  // 0 if it opened
};

EventLog events = {};
PerfRegisters *probed_registers = nullptr;
TaskClock *probed_clock = nullptr;

void on_trap(int, siginfo_t *info, void *) {
  TrapEvent event = {TrapOrigin::foreign, 0, 0, false};
  uint64_t tag;
  if (sigtrap_data(*info, tag, event.late))
    read_tag(tag, event);
  else if (probed_clock && probed_clock->owns(info->si_fd))
    event.origin = TrapOrigin::timer;
  else if (probed_registers)
    probed_registers->event_of_descriptor(info->si_fd, event);
  events.last = event;
  events.seen = events.seen + 1;
  if (event.origin == TrapOrigin::walk) probed_registers->disarm(DebugRegisters::walk_slot);
}

struct TransportReport {
  Attempt watchpoint;
  Attempt execution;
  Attempt timer;
  double trap_cost;  // ns, 0 if nothing fires
};

double measure_trap_cost(PerfRegisters &registers) {
  if (registers.arm(0, watched_word_breakpoint(), 1) < 0) return 0;
  constexpr int rounds = 201;
  std::vector<uint64_t> costs;
  for (int i = 0; i < rounds; i++) {
    events.seen = 0;
    uint64_t begin = clock_nanoseconds(CLOCK_MONOTONIC);
    store_to_watched_word();
    uint64_t end = clock_nanoseconds(CLOCK_MONOTONIC);
    if (events.seen) costs.push_back(end - begin);
  }
  registers.disarm(0);
  if (costs.empty()) return 0;
  std::nth_element(costs.begin(), costs.begin() + static_cast<long>(costs.size() / 2), costs.end());
  return static_cast<double>(costs[costs.size() / 2]);
}

TransportReport probe_transport(hagstone_transport transport) {
  TransportReport report = {};
  PerfRegisters registers(transport);
  TaskClock clock(transport);
  probed_registers = &registers;
  probed_clock = &clock;
  int opened = registers.open(1);
  report.watchpoint = report.execution = {opened > 0, false, opened > 0 ? 0 : -opened};
  if (opened > 0) {
    report.watchpoint.fires = watchpoint_fires(registers, events);
    report.execution.fires = execution_breakpoint_fires(registers, events);
    if (report.watchpoint.fires) report.trap_cost = measure_trap_cost(registers);
  }
  constexpr uint64_t never = 1'000'000'000'000;  // ns
  int failure = clock.open(never);
  clock.close();
  report.timer = {failure == 0, failure == 0 && test_timer(clock, events) == HAGSTONE_FAILURE_none, -failure};
  registers.close();
  probed_registers = nullptr;
  probed_clock = nullptr;
  return report;
}

// Counters of some virtual machines open and stay at zero.
Attempt probe_hardware_counters() {
  perf_event_attr attributes = own_event_attributes(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
  attributes.sample_period = 0;
  attributes.disabled = 0;
  long descriptor = call(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (descriptor < 0) return {false, false, static_cast<int>(-descriptor)};
  for (volatile int i = 0; i < 100'000;) i = i + 1;
  uint64_t count = 0;
  bool read_all = read(static_cast<int>(descriptor), &count, sizeof count) == sizeof count;
  close(static_cast<int>(descriptor));
  return {true, read_all && count > 0, 0};
}

std::string json(bool value) { return value ? "true" : "false"; }

std::string json(const Attempt &attempt) {
  const char *name = attempt.error ? strerrorname_np(attempt.error) : nullptr;
  return "{\"opens\":" + json(attempt.opens) + ",\"fires\":" + json(attempt.fires) +
         ",\"errno\":" + (attempt.opens ? "null" : "\"" + std::string(name ? name : "unknown") + "\"") + "}";
}

// For texts without quotes, backslashes, and control characters.
std::string quoted(const std::string &text) { return "\"" + text + "\""; }

std::string json(const PmuReport &report) {
  const char *result = report.self_test == SelfTestResult::passed   ? "passed"
                       : report.self_test == SelfTestResult::failed ? "failed"
                                                                    : "untested";
  std::string events;
  for (const std::string &event : report.events) events += (events.empty() ? "" : ",") + quoted(event);
  return "{\"available\":" + json(report.available) + ",\"opened\":" + json(report.opened) +
         ",\"selfTest\":" + quoted(result) + ",\"reason\":" + quoted(report.reason) + ",\"events\":[" + events +
         "],\"remedy\":" + (report.remedy.empty() ? "null" : quoted(report.remedy)) +
         ",\"command\":" + (report.command.empty() ? "null" : quoted(report.command)) + "}";
}

Attempt better(const Attempt &one, const Attempt &other) { return one.fires || !other.fires ? one : other; }

}  // namespace

}  // namespace hagstone

int main() {
  using namespace hagstone;
  reserve_descriptor_range();
  struct sigaction action = {};
  action.sa_sigaction = on_trap;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGTRAP, &action, nullptr);

  hagstone_transport usual = delivery_by_kernel();
  TransportReport sigtrap = probe_transport(HAGSTONE_TRANSPORT_SIGTRAP);
  TransportReport async = probe_transport(HAGSTONE_TRANSPORT_ASYNC);
  const TransportReport &chosen = usual == HAGSTONE_TRANSPORT_SIGTRAP && sigtrap.watchpoint.fires ? sigtrap : async;
  int registers = PerfRegisters::discover(chosen.watchpoint.fires && &chosen == &sigtrap ? HAGSTONE_TRANSPORT_SIGTRAP
                                                                                         : HAGSTONE_TRANSPORT_ASYNC);
  std::optional<int> paranoid = perf_event_paranoid();
  printf(
      "{\"schema\":\"hagstone.probe/1\",\"kernel\":\"%s\",\"perfEventParanoid\":%s,\"seccompMode\":%d,"
      "\"perfCapability\":%s,\"debugRegisters\":%d,\"watchpointSigtrap\":%s,\"watchpointAsync\":%s,"
      "\"executionBreakpoint\":%s,\"timer\":%s,\"hardwareCounters\":%s,\"pebs\":%s,\"ibs\":%s,"
      "\"trapCost\":%s}\n",
      kernel_release().c_str(), paranoid ? std::to_string(*paranoid).c_str() : "null", seccomp_mode(),
      json(has_perf_capability()).c_str(), registers > 0 ? registers : 0, json(sigtrap.watchpoint).c_str(),
      json(async.watchpoint).c_str(), json(better(chosen.execution, async.execution)).c_str(),
      json(better(chosen.timer, async.timer)).c_str(), json(probe_hardware_counters()).c_str(),
      json(probe_pmu(HAGSTONE_ENGINE_PEBS, usual)).c_str(), json(probe_pmu(HAGSTONE_ENGINE_IBS, usual)).c_str(),
      chosen.trap_cost > 0 ? std::to_string(chosen.trap_cost).c_str() : "null");
  return 0;
}
