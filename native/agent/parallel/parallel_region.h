// SPDX-License-Identifier: MIT
// Parallel regions of OpenMP as the threads of a team know them: the place of the code that began the region. The
// thread that began it waits until all of them have left it, so its stack keeps the callers of the region until then.
#ifndef HAGSTONE_PARALLEL_PARALLEL_REGION_H
#define HAGSTONE_PARALLEL_PARALLEL_REGION_H

#include <stdint.h>

#include "base/thread_storage.h"
#include "code/emulation/registers.h"

namespace hagstone {

// Address ranges of the functions whose frames contain a ParallelRegion, and of other agent functions between them.
#define HAGSTONE_REGION_BEGIN __attribute__((section("hagstone_region_begin")))

// Whether code is in one of them; also for return addresses.
bool is_region_begin(uint64_t instruction);

// The registers that unwinding begins with. A callee may have changed all others.
struct StackPosition {
  uint64_t instruction, stack_pointer, frame_pointer, rbx, r12, r13, r14, r15;

  // Describes the function that it is compiled into, which needs asynchronous unwind tables.
  __attribute__((always_inline)) void take() {
    __asm__ volatile(
        "lea 0(%%rip), %%rax\n\t"
        "mov %%rax, 0(%0)\n\t"
        "mov %%rsp, 8(%0)\n\t"
        "mov %%rbp, 16(%0)\n\t"
        "mov %%rbx, 24(%0)\n\t"
        "mov %%r12, 32(%0)\n\t"
        "mov %%r13, 40(%0)\n\t"
        "mov %%r14, 48(%0)\n\t"
        "mov %%r15, 56(%0)"
        :
        : "r"(this)
        : "rax", "memory");
  }

  Registers registers() const;
};

// In the frame of the agent's interposing function, for as long as the region lasts.
struct ParallelRegion {
  // First: of GOMP_parallel_reductions the runtime looks for a pointer where the region's data begins.
  uint64_t first_word_of_data;
  uint64_t serial;  // from 1 within the creator; 0: has ended
  const ThreadStorage *creator;  // tells threads apart
  const RegionRun *creators_run;  // the innermost one; nullptr: none
  uint64_t runtime;  // an address within the runtime
  StackPosition position;  // of the agent's function

  __attribute__((always_inline)) void begin(uint64_t an_address_within_the_runtime) {
    ThreadStorage &storage = hagstone_thread_storage;
    first_word_of_data = 0;
    creator = &storage;
    creators_run = storage.parallel.run;
    runtime = an_address_within_the_runtime;
    position.take();
    // A handler of another thread that finds the serial finds the rest, too.
    __atomic_store_n(&serial, ++storage.parallel.begun, __ATOMIC_RELEASE);
  }
  void end() { __atomic_store_n(&serial, uint64_t{0}, __ATOMIC_RELEASE); }
};

// In the frame of the function that calls a region's code.
struct RegionRun {
  const ParallelRegion *region;
  uint64_t function;  // that code
  const RegionRun *outer;  // on this thread's stack
  bool is_creators;  // the thread that began the region runs it, too: its own stack continues above
};

// The scope of a call of a region's code.
class RegionCall {
 public:
  __attribute__((always_inline)) RegionCall(const ParallelRegion &region, uint64_t function) {
    ThreadStorage &storage = hagstone_thread_storage;
    run_ = {&region, function, storage.parallel.run, region.creator == &storage};
    __atomic_signal_fence(__ATOMIC_RELEASE);
    __atomic_store_n(&storage.parallel.run, &run_, __ATOMIC_RELAXED);
  }
  __attribute__((always_inline)) ~RegionCall() {
    ThreadParallelism &own = hagstone_thread_storage.parallel;
    if (!run_.is_creators) {
      own.left = run_.region;
      own.left_serial = run_.region->serial;
      own.left_creator = run_.region->creator;
    }
    __atomic_signal_fence(__ATOMIC_RELEASE);
    __atomic_store_n(&own.run, run_.outer, __ATOMIC_RELAXED);
  }
  RegionCall(const RegionCall &) = delete;
  RegionCall &operator=(const RegionCall &) = delete;

 private:
  RegionRun run_;
};

}  // namespace hagstone

#endif
