// SPDX-License-Identifier: MIT
#include "probe/pmu_probe.h"

#include <errno.h>
#include <string.h>

#include <cstdio>

#include "pmu/pmu_self_test.h"
#include "pmu/events/processor.h"
#include "pmu/events/system_files.h"

namespace hagstone {

namespace {

constexpr char untested[] = "untested on hardware";
constexpr char other_place[] = "record on bare metal, or in a virtual machine that exposes the processor's PMU";

std::string described(const PmuEvent &event) {
  const char *kind = event.kind == WantedAccess::loads    ? "loads"
                     : event.kind == WantedAccess::stores ? "stores"
                                                          : "operations";
  char text[64];
  snprintf(text, sizeof text, "%s %u:0x%llx", kind, event.type, static_cast<unsigned long long>(event.config));
  return text;
}

PmuReport not_available(hagstone_engine engine, const Processor &processor, SelectionProblem problem) {
  PmuReport report = {false, false, SelfTestResult::untested, "", {}, "", ""};
  const bool ibs = engine == HAGSTONE_ENGINE_IBS;
  const bool right_vendor = processor.vendor == (ibs ? ProcessorVendor::amd : ProcessorVendor::intel);
  if (!right_vendor) {
    report.reason = std::string("This is no ") + (ibs ? "AMD" : "Intel") + " processor; " + untested + ".";
  } else if (problem == SelectionProblem::unknown_processor) {
    report.reason = std::string("This processor's memory events are not known; ") + untested + ".";
    report.remedy = "name them by --event";
  } else {
    report.reason = std::string("The kernel shows no ") + (ibs ? "ibs_op" : "core") +
                    " PMU, as in most virtual machines; " + untested + ".";
    report.remedy = other_place;
  }
  return report;
}

void explain_refusal(PmuReport &report, const EventSelection &events, int error) {
  const char *name = strerrorname_np(error);
  report.reason = std::string("The events of ") + events.processor + " cannot be opened (" + (name ? name : "unknown") +
                  "); " + untested + ".";
  const bool forbidden = error == EACCES || error == EPERM;
  const bool kernel_too = events.sampling_count && !events.sampling[0].exclude_kernel;
  if (forbidden && kernel_too)
    report.remedy = "use Linux 6.14 or newer, run as root, or give the capability CAP_PERFMON";
  else if (forbidden) {
    report.remedy = "permit it to every user";
    report.command = "sudo sysctl kernel.perf_event_paranoid=2";
  } else if (error == EBUSY) {
    report.remedy = "end other profilers, or stop the kernel's watchdog";
    report.command = "sudo sysctl kernel.nmi_watchdog=0";
  } else
    report.remedy = other_place;
}

uint8_t samplable(const EventSelection &events) {
  return static_cast<uint8_t>((events.samples(WantedAccess::loads) ? static_cast<uint8_t>(WantedAccess::loads) : 0) |
                              (events.samples(WantedAccess::stores) ? static_cast<uint8_t>(WantedAccess::stores) : 0));
}

PmuSelfTest run_test(const PmuSettings &settings, hagstone_transport transport) {
  ModuleMap modules;
  const ModuleMapListener listener = {nullptr, [](void *, const Module &) {}, [](void *, const Module &) {}};
  if (!modules.refresh(listener)) return {HAGSTONE_FAILURE_no_performance_counters, ENOMEM, false};
  return test_pmu(settings, transport, *modules.snapshot());
}

}  // namespace

PmuReport probe_pmu(hagstone_engine engine, hagstone_transport transport) {
  const Processor processor = this_processor();
  MachineFiles files;
  PmuSettings settings = {};
  const SelectionProblem problem = select_events(processor, files, engine, nullptr, settings.events);
  if (problem != SelectionProblem::none) return not_available(engine, processor, problem);
  settings.wanted = static_cast<WantedAccess>(samplable(settings.events));
  PmuReport report = {true, false, SelfTestResult::untested, "", {}, "", ""};
  for (unsigned i = 0; i < settings.events.sampling_count; i++)
    report.events.push_back(described(settings.events.sampling[i]));
  const PmuSelfTest test = run_test(settings, transport);
  report.opened = test.error == 0;
  if (!report.opened) {
    explain_refusal(report, settings.events, test.error);
  } else if (test.failure != HAGSTONE_FAILURE_none) {
    report.self_test = SelfTestResult::failed;
    report.reason = std::string("The events of ") + settings.events.processor + " open but give no exact addresses.";
    report.remedy = other_place;
  } else {
    report.self_test = SelfTestResult::passed;
    report.reason = std::string("The events of ") + settings.events.processor + " sampled known loads and stores" +
                    (test.counts ? "." : "; counted accesses are wrong here, so reuse distances are not available.");
  }
  return report;
}

}  // namespace hagstone
