// SPDX-License-Identifier: MIT
// The agent's state in the process it is a guest in. One object, created when the library is loaded.
#ifndef HAGSTONE_PROCESS_AGENT_H
#define HAGSTONE_PROCESS_AGENT_H

#include <stdint.h>

#include "base/signal_mask.h"
#include "base/spin_lock.h"
#include "process/configuration.h"
#include "pmu/pmu_source.h"
#include "process/control.h"
#include "process/signals/handler_gate.h"
#include "process/threads/register_quota.h"
#include "process/threads/thread_mappings.h"
#include "recording/process_recorder.h"
#include "sampling/clocks/process_pace.h"
#include "sampling/starting_threads.h"
#include "unwind/modules/module_map.h"

namespace hagstone {

struct Agent {
  Configuration configuration;
  SamplingSettings sampling;
  hagstone_transport transport;
  PmuSettings pmu;            // engines pebs and ibs
  uint64_t unseen_accesses;   // AccessClock::calibrate, of the first thread
  unsigned watch_registers;  // wanted per thread
  unsigned registers_per_thread;  // that watch, as the first thread found; 0 before
  RegisterQuota quota;
  StartingThreads starting_threads;
  ProcessPace pace;
  hagstone_pace *shared_pace;  // of all processes; nullptr: the recording has none
  ThreadMappings thread_mappings;
  uint64_t clock_tick;  // ns
  uint64_t clock_cost;  // ns of CPU time to open and close perf's clock in a thread, measured at start

  RecordingDirectory directory;
  ProcessRecorder process;
  Control control;
  bool collection_stopped;     // by the program (marks.cpp)
  ModuleMap modules;
  SpinLock modules_lock;
  KernelSignalSet mask_at_fork;  // of the forking thread, which holds modules_lock
  uint32_t forks;                // calls of fork, also before this process image's own
  uint32_t modules_changed;  // a dlopen or dlclose has not been followed up yet
  HandlerGate handlers;

  AddressRange own_memory;     // code and data of this library
  uint64_t thread_control_block_bytes;  // from the thread pointer on
  uint64_t first_stack_top;    // of the process's first thread; 0: not known
  bool attached;               // recording began in a program that was running already
  int process_id;
  bool confined;               // or let go by the tracer: a program that is executed may not be recorded either
  bool recording;              // set up and not stopped; false in children of fork that are not followed
  uint32_t recordings;         // begun in this process image

  // hagstone_tracer traces this process and answers its requests. Without it their SIGTRAP would end the program.
  bool reaches_tracer() const;

  // Recording, and called in the process that was set up: not in the child of a vfork, which shares this memory.
  bool at_home() const;

  bool samples_by_pmu() const { return configuration.engine != HAGSTONE_ENGINE_SOFTWARE; }
  // Reuse distances are counted in accesses.
  bool counts_distances() const;

  // Sets up recording in this process image, from the constructor or in the child of a fork. The calling thread is
  // watched from then on.
  void begin();
  // The process's file. False if there can be none, which the directory then notes.
  bool create_file(const LogQuotas &quotas);
  // Brings the module map up to date if dlopen or dlclose ran.
  void follow_modules();
  // The same, unless another thread is at it: the next opportunity will do then.
  void follow_modules_unless_busy();
  bool modules_behind();
  void catch_up_with_modules();  // holding modules_lock
  // Around a fork.
  void before_fork();
  void after_fork_in_parent();
  void after_fork_in_child();
  // The process ends in an orderly way: says so in its file.
  void end();
  // Outside handlers: ends recording and closes all descriptors, so that recording may begin once more (set_up).
  void leave();
  // Ends recording in this process for good; `reason` counts it. After ended_by_seccomp no system call is needed any more,
  // after the others no event and no debug register is held.
  void stop(hagstone_statistic reason);
};

extern Agent agent;

// Reads the settings and begins to record. The failure is also in the recording's header, if one could be made; none if
// `environment` asks for no recording.
hagstone_failure set_up(char **environment);

}  // namespace hagstone

#endif
