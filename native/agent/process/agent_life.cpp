// SPDX-License-Identifier: MIT
#include "process/agent.h"

#include <linux/perf_event.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>

#include "base/lifted_limits.h"
#include "base/own_descriptors.h"
#include "base/system_call.h"
#include "pmu/events/event_selection.h"
#include "pmu/events/processor.h"
#include "pmu/events/system_files.h"
#include "process/exec/child_environment.h"
#include "process/freed_memory.h"
#include "process/exec/go_runtime.h"
#include "process/functions/late_binding.h"
#include "process/functions/next_function.h"
#include "process/own_extent.h"
#include "process/pace_file.h"
#include "process/region_names.h"
#include "process/threads/processor_wait.h"
#include "process/threads/supervision.h"
#include "process/threads/threads.h"
#include "watch/tracer_registers.h"
#include "sampling/armed_memory.h"
#include "sampling/tools/false_sharing.h"
#include "sampling/tools/tool.h"

namespace hagstone {

constinit Agent agent = {};

namespace {

const ModuleMapListener listener = {nullptr, [](void *, const Module &module) { agent.process.add_module(module); },
                                    [](void *, const Module &module) { agent.process.add_module_unload(module); }};

// Size of struct pthread, which libc tells debuggers. It contains everything that handlers may touch unknowingly: the
// stack's canary, the thread's own address, the kernel's area for restartable sequences.
uint64_t measure_thread_control_block() {
  constexpr uint64_t largest = 4096;  // it is smaller in all versions
  const auto *size = static_cast<const uint32_t *>(next_symbol("_thread_db_sizeof_pthread"));
  return size && *size < largest ? *size : largest;
}

bool records_reuse(const SamplingSettings &sampling) {
  for (unsigned i = 0; i < sampling.tool_count; i++)
    if (sampling.tools[i]->id == HAGSTONE_TOOL_REUSE_DISTANCE) return true;
  return false;
}

// 0 if accesses of this kind are not sampled by an event.
uint64_t first_event(const EventSelection &events, WantedAccess kind) {
  for (unsigned i = 0; i < events.sampling_count; i++)
    if (includes(events.sampling[i].kind, kind)) return events.sampling[i].config;
  return 0;
}

hagstone_failure select_pmu(Agent &self) {
  if (!self.samples_by_pmu()) return HAGSTONE_FAILURE_none;
  MachineFiles files;
  const char *events = self.configuration.events;
  const SelectionProblem problem =
      select_events(this_processor(), files, self.configuration.engine, events[0] ? events : nullptr, self.pmu.events);
  if (problem == SelectionProblem::bad_events) return HAGSTONE_FAILURE_configuration;
  uint8_t wanted = 0;
  for (unsigned i = 0; i < self.sampling.tool_count; i++) wanted |= static_cast<uint8_t>(self.sampling.tools[i]->wanted);
  self.pmu.wanted = static_cast<WantedAccess>(wanted);
  self.pmu.own_code = self.own_memory;
  const bool samples_all = problem == SelectionProblem::none && self.pmu.events.samples_all(self.pmu.wanted);
  const bool by_perf = self.transport != HAGSTONE_TRANSPORT_TRACER;
  return samples_all && by_perf ? HAGSTONE_FAILURE_none : HAGSTONE_FAILURE_no_performance_counters;
}

hagstone_header describe(const Agent &self) {
  hagstone_header header = {};
  header.engine = self.configuration.engine;
  header.driver = self.sampling.driver;
  header.transport = self.transport;
  header.reservoir = self.sampling.reservoir;
  header.attribution = self.sampling.attribution;
  header.period = self.sampling.period;
  header.seed = self.sampling.seed;
  for (unsigned i = 0; i < self.sampling.tool_count; i++) header.tools |= uint64_t{1} << self.sampling.tools[i]->id;
  header.skip_range = self.sampling.skip_range;
  header.stop_budget = self.sampling.stop_budget;
  header.depth_cap = self.sampling.depth_cap;
  if (records_reuse(self.sampling))
    header.distance_unit = self.counts_distances() ? HAGSTONE_DISTANCE_ACCESSES : HAGSTONE_DISTANCE_CPU_TIME;
  header.load_event = first_event(self.pmu.events, WantedAccess::loads);
  header.store_event = first_event(self.pmu.events, WantedAccess::stores);
  header.granularity = self.sampling.granularity;
  header.tolerance = self.sampling.tolerance;
  header.rank = self.configuration.rank;
  header.early_periods = self.configuration.pace.early_periods;
  header.steady_periods = self.configuration.pace.steady_periods;
  header.early_time = self.configuration.pace.early_time;
  return header;
}

}  // namespace

// Sets of debug registers that the descriptors allow besides the first thread's.
static unsigned further_register_sets(unsigned watch_registers) {
  constexpr int files = 3;  // recording, its directory, control
  // The walking register, and a clock or the events of a PMU.
  const int events = static_cast<int>(agent.samples_by_pmu() ? agent.pmu.events.sampling_count : 1) +
                     static_cast<int>(agent.counts_distances() ? agent.pmu.events.counting_count : 0);
  const int descriptors_per_thread = static_cast<int>(watch_registers) + 1 + events;
  const int sets = (own_descriptor_room() - files) / descriptors_per_thread;
  return sets > 1 ? static_cast<unsigned>(sets) - 1 : 0;
}

bool Agent::counts_distances() const { return samples_by_pmu() && records_reuse(sampling); }

bool Agent::at_home() const { return recording && current_process() == process_id; }

bool Agent::reaches_tracer() const {
  if (transport != HAGSTONE_TRANSPORT_TRACER) return false;
  return recording || is_traced_by_our_tracer();
}

bool Agent::create_file(const LogQuotas &quotas) {
  const int failure = process.create(directory, describe(*this), quotas);
  if (failure < 0 && !process.file().header()) directory.note_unrecorded(-failure);
  return failure == 0;
}

void Agent::begin() {
  process_id = current_process();
  recordings++;
  if (control.request() == HAGSTONE_CONTROL_STOP) return;
  if (!create_file({configuration.trap_log_bytes, configuration.trace_bytes})) return;
  // In the child of a fork the modules are known already.
  if (const ModuleMapSnapshot *known = modules.snapshot())
    for (size_t i = 0; i < known->size(); i++) process.add_module((*known)[i]);
  if (!modules.refresh(listener)) {
    process.file().fail(HAGSTONE_FAILURE_no_memory);
    return;
  }
  region_names.record_all(process);
  find_block_sizes(*modules.snapshot());
  // One set for the first thread; how many there are it has to find out.
  registers_per_thread = 0;
  quota.reset(1);
  starting_threads.open(sampling.max_overhead);
  pace.open(configuration.pace, shared_pace);
  hagstone_failure failure = watch_first_thread(*this);
  if (failure != HAGSTONE_FAILURE_none) {
    // A file without room already records this, and its own failure comes first.
    if (process.active()) process.file().fail(failure);
    return;
  }
  hagstone_header *header = process.file().header();
  registers_per_thread = this_thread()->watch_registers();
  quota.reset(further_register_sets(registers_per_thread));
  header->watch_registers = registers_per_thread;
  header->registers_found = this_thread()->registers_found();
  recording = true;
  if (counts_distances()) this_thread()->calibrate_distances();
}

void Agent::follow_modules() {
  if (!modules_behind()) return;
  // A signal handler of the target may fork, which takes the same lock.
  SignalsBlocked blocked;
  modules_lock.lock();
  catch_up_with_modules();
  modules_lock.unlock();
}

void Agent::follow_modules_unless_busy() {
  if (!modules_behind()) return;
  SignalsBlocked blocked;
  if (!modules_lock.try_lock()) return;
  catch_up_with_modules();
  modules_lock.unlock();
}

bool Agent::modules_behind() { return __atomic_load_n(&modules_changed, __ATOMIC_ACQUIRE) && at_home(); }

void Agent::catch_up_with_modules() {
  if (!__atomic_exchange_n(&modules_changed, 0u, __ATOMIC_ACQ_REL)) return;
  // Without memory the former map stays in force; code loaded since is then in no known module.
  if (!modules.refresh(listener)) return;
  handlers.wait_for_handlers();
  modules.release_old();
  if (attached) bind_late();
}

// The lock is held across the fork, so that the child does not find the module map half changed.
void Agent::before_fork() {
  KernelSignalSet mask = change_signal_mask(SIG_SETMASK, ~KernelSignalSet{0});
  modules_lock.lock();
  mask_at_fork = mask;
  forks++;
}

void Agent::after_fork_in_parent() {
  KernelSignalSet mask = mask_at_fork;
  modules_lock.unlock();
  change_signal_mask(SIG_SETMASK, mask);
}

void Agent::after_fork_in_child() {
  bool was_recording = recording;
  recording = false;
  process.forget();
  forget_published_accesses();
  armed_memory.reset();
  modules_lock.reset();
  region_names.reset_lock();
  handlers.reset();
  close_own_descriptors_but(directory.descriptor());
  forget_kernel_clocks();
  if (Thread *thread = this_thread()) thread->forget();
  change_signal_mask(SIG_SETMASK, mask_at_fork);
  // Siblings draw different numbers, the same ones in the next run; an odd multiplier lets no two generations meet.
  constexpr uint64_t multiplier = 6364136223846793005;
  sampling.seed = sampling.seed * multiplier + forks;
  if (!was_recording || !configuration.follow_children) directory.close();
  if (!was_recording) return;
  LiftedLimits lifted;
  reserve_descriptor_range();  // the limit may have changed
  if (configuration.follow_children) {
    begin();
    if (lifted.file_size_lifted()) process.file().reserve_size();
  } else if (transport == HAGSTONE_TRANSPORT_TRACER) {
    ask_tracer_to_let_go(0);
  }
}

void Agent::end() {
  if (!at_home()) return;
  if (Thread *thread = this_thread()) thread->close();
  count_processor_wait_of_others();
  process.file().finish(HAGSTONE_STATE_FINISHED);
}

void Agent::leave() {
  if (!at_home()) return;
  recording = false;
  process.file().finish(HAGSTONE_STATE_FINISHED);
  process.file().deactivate();
  close_kernel_clocks();
  handlers.wait_for_handlers();
  close_own_descriptors_but(-1);
  directory.close();
  armed_memory.reset();
}

void Agent::stop(hagstone_statistic reason) {
  const bool sandboxed = reason == HAGSTONE_STATISTIC_ended_by_seccomp;
  if (sandboxed || transport == HAGSTONE_TRANSPORT_TRACER) confined = true;
  if (!at_home()) return;
  if (Thread *thread = this_thread()) thread->close();
  process.count(reason);
  recording = false;
  process.file().finish(HAGSTONE_STATE_FINISHED);
  process.file().deactivate();
  for (int own = next_own_descriptor(0); own < own_descriptor_end; own = next_own_descriptor(own + 1))
    call(SYS_ioctl, own, PERF_EVENT_IOC_DISABLE, 0);
  close_kernel_clocks();
  // With it go the debug registers of all threads.
  if (transport == HAGSTONE_TRANSPORT_TRACER) ask_tracer_to_let_go(0);
  if (sandboxed) return;
  handlers.wait_for_handlers();
  close_own_descriptors_but(directory.descriptor());
}

}  // namespace hagstone

namespace hagstone {

namespace {

using RegisterFork = int(void (*)(), void (*)(), void (*)(), void *);
RegisterFork *register_fork = nullptr;

}  // namespace

hagstone_failure set_up(char **environment) {
  agent.configuration = {};
  const bool readable = read_configuration(environment, agent.configuration);
  if (!agent.configuration.directory[0]) return HAGSTONE_FAILURE_none;
  if (agent.configuration.follow_children) kept_environment.keep(environment);
  agent.sampling = agent.configuration.sampling;
  agent.sampling.pace = agent.samples_by_pmu() ? nullptr : &agent.pace;
  agent.transport = agent.configuration.transport;
  // With a falling rate, several base periods make the shortest one.
  const bool constant = !agent.configuration.pace.early_time;
  if (agent.transport == HAGSTONE_TRANSPORT_TRACER && constant && agent.sampling.period < shortest_timer_period())
    agent.sampling.period = hagstone_prime_from(shortest_timer_period());
  agent.watch_registers = agent.configuration.watch_registers;
  agent.clock_tick = clock_tick();
  agent.own_memory = own_extent();
  agent.thread_control_block_bytes = measure_thread_control_block();
  // The program's name is above all frames.
  agent.first_stack_top = getauxval(AT_EXECFN);
  reserve_descriptor_range();
  if constexpr (logs_samples) open_sample_log(environment);
  agent.directory.open(agent.configuration.directory, agent.configuration.identity, agent.configuration.follow_children);
  agent.control.open(agent.directory);
  if (!agent.shared_pace && agent.configuration.pace.early_time) agent.shared_pace = map_pace(agent.directory);
  hagstone_failure obstacle = !readable                  ? HAGSTONE_FAILURE_configuration
                              : program_has_go_runtime() ? HAGSTONE_FAILURE_unsupported_runtime
                                                         : supervision(agent.transport);
  if (obstacle == HAGSTONE_FAILURE_none) obstacle = select_pmu(agent);
  if (obstacle != HAGSTONE_FAILURE_none) {
    if (agent.create_file({})) agent.process.file().fail(obstacle);
    if (obstacle == HAGSTONE_FAILURE_leak_sanitizer) ask_tracer_to_let_go(0);
    return obstacle;
  }
  agent.begin();
  // pthread_atfork's own entry point: the public one is linked statically and ties callers to a newer libc.
  if (!register_fork)
    next_function(register_fork, "__register_atfork")([] { agent.before_fork(); }, [] { agent.after_fork_in_parent(); },
                                                      [] { agent.after_fork_in_child(); }, nullptr);
  if (agent.recording) return HAGSTONE_FAILURE_none;
  const hagstone_header *header = agent.process.file().header();
  return header ? static_cast<hagstone_failure>(header->failure) : HAGSTONE_FAILURE_not_writable;
}

// Runs when the library is loaded, before the target's main.
__attribute__((constructor)) static void load(int, char **, char **environment) {
  // The recording names the failure.
  {
    LiftedLimits lifted;
    (void)set_up(environment);
    if (lifted.file_size_lifted()) agent.process.file().reserve_size();
  }
  leave_runtime(environment);
  if (agent.configuration.directory[0] && !agent.configuration.follow_children) leave_environment(environment);
}

// The target ends in an orderly way; other threads may still be running, and may still record.
__attribute__((destructor)) static void unload() { agent.end(); }

}  // namespace hagstone
