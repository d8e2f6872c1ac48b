// SPDX-License-Identifier: MIT
// A thread whose samples and traps a test scripts: the shipped sampler, between a ring buffer in the kernel's layout
// and debug registers that only remember their settings.
#ifndef HAGSTONE_PMU_TESTING_SCRIPTED_THREAD_H
#define HAGSTONE_PMU_TESTING_SCRIPTED_THREAD_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pmu/sample_collector.h"
#include "pmu/testing/record_builder.h"
#include "recording/testing/temporary_recording.h"
#include "sampling/clocks/distance_clock.h"
#include "sampling/clocks/sample_source.h"
#include "sampling/thread_sampler.h"

namespace hagstone::testing {

class RememberedRegisters final : public DebugRegisters {
 public:
  struct Armed {
    Breakpoint breakpoint;
    uint64_t generation;
  };
  int open(unsigned wanted) override { return static_cast<int>(wanted); }
  void close() override { armed.clear(); }
  int arm(unsigned slot, const Breakpoint &breakpoint, uint64_t generation) override {
    armed[slot] = {breakpoint, generation};
    return 0;
  }
  void disarm(unsigned slot) override { armed.erase(slot); }
  hagstone_transport transport() const override { return HAGSTONE_TRANSPORT_SIGTRAP; }

  std::map<unsigned, Armed> armed;
};

class ScriptedSource final : public SampleSource {
 public:
  int open(uint64_t) override { return 0; }
  void close() override {}
  void set_period(uint64_t) override {}
  void stop() override {}
  bool owns(int) const override { return false; }
  bool names_accesses() const override { return true; }
  void take_samples(const Registers &interrupted, const ModuleMapSnapshot &modules, KnownSamples &samples) override {
    ring.set_tail(collector.collect(ring.view(), interrupted, modules, samples));
  }

  ScriptedRing ring{4096};
  SampleCollector collector;
};

// An instruction of sampled_code.S that accesses `address`.
struct ScriptedAccess {
  const char *code;
  uint64_t address;
};

struct RecordedPair {
  hagstone_pair counters;
  uint64_t watch;  // run-time addresses of the two instructions
  uint64_t trap;
};

class ScriptedThread {
 public:
  struct Setup {
    hagstone_engine engine = HAGSTONE_ENGINE_PEBS;
    const SampleLayout *layout = &pebs_layout;
    std::vector<const Tool *> tools;
    std::vector<SampledEvent> events;  // their ids count from 1
    hagstone_driver driver = HAGSTONE_DRIVER_ACCESSES;
    uint64_t period = 1'000'003;
    uint32_t index = 1;  // of the thread in its process
    ThreadMemory memory = {};
    uint64_t seed = 1;
    unsigned watch_registers = 3;
    DistanceClock *clock = nullptr;
    uint32_t (*processor)() = current_processor;
  };
  explicit ScriptedThread(const Setup &setup);
  ~ScriptedThread();

  // The target executes `access`; watchpoints on it trap.
  void execute(const ScriptedAccess &access);
  // It executes `access`, and event `event` samples it.
  void sample(uint64_t event, const ScriptedAccess &access, uint64_t weight = 0, uint64_t data_source = 0);
  // A record of any other kind is in the ring when the next interrupt comes.
  void write(const RecordBytes &record);
  void interrupt();
  void stop();

  uint64_t statistic(hagstone_statistic which) { return recorder_->statistic(which); }
  // The contents of the file, read back.
  std::vector<RecordedPair> pairs() const;
  std::vector<hagstone_reuse> reuses() const;
  std::vector<hagstone_shared_pair> shared_pairs() const;
  std::vector<hagstone_watch_context> watch_contexts() const;
  const std::map<unsigned, RememberedRegisters::Armed> &armed() const { return registers_.armed; }
  // Counters of the pair of those two instructions; all zero if there is none.
  hagstone_pair pair(hagstone_relation relation, const char *watch, const char *trap) const;

 private:
  void deliver(const TrapEvent &event, const ScriptedAccess &access);

  Setup setup_;
  const ModuleMapSnapshot &modules_;
  TemporaryRecording recording_;
  ProcessRecorder process_;
  ThreadRecorder *recorder_ = nullptr;
  RememberedRegisters registers_;
  ScriptedSource source_;
  std::vector<UnwindFrame> frames_;
  ThreadSampler sampler_ = {};
  uint64_t time_ = 0;
};

}  // namespace hagstone::testing

#endif
