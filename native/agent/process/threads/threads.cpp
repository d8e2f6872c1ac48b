// SPDX-License-Identifier: MIT
#include "threads.h"

#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include <new>

#include "base/system_call.h"
#include "parallel/parallel_region.h"
#include "pmu/pmu_self_test.h"
#include "process/functions/next_function.h"
#include "process/signals/target_trap.h"
#include "sampling/self_test.h"

namespace hagstone {

namespace {

pthread_key_t end_key;
bool end_key_made = false;

using CreateKey = int(pthread_key_t *, void (*)(void *));
using SetSpecific = int(pthread_key_t, const void *);
CreateKey *create_key = nullptr;
SetSpecific *set_specific = nullptr;

// Runs when the thread returns, calls pthread_exit or is cancelled.
void end_of_thread(void *thread_pointer) {
  auto *thread = static_cast<Thread *>(thread_pointer);
  // Once recording was stopped for a sandbox, no system call may be made: the mapping is left behind.
  if (thread != this_thread() || !agent.recording || !thread->is_current()) return;
  thread->close();
  thread->destroy();
}

void call_at_end(Thread *thread) {
  if (!end_key_made) end_key_made = next_function(create_key, "pthread_key_create")(&end_key, end_of_thread) == 0;
  if (end_key_made) next_function(set_specific, "pthread_setspecific")(end_key, thread);
}

hagstone_failure self_test_pmu(Agent &agent, Thread &thread) {
  if (!watchpoint_fires(thread.registers(), thread.events())) return HAGSTONE_FAILURE_watchpoint_silent;
  const PmuSelfTest test = test_pmu(agent.pmu, agent.transport, *agent.modules.snapshot());
  const bool miscounts = agent.counts_distances() && !test.counts;
  return miscounts && test.failure == HAGSTONE_FAILURE_none ? HAGSTONE_FAILURE_performance_counters_silent : test.failure;
}

}  // namespace

void call_at_end_from_handler(Thread *thread) {
  // glibc keeps that many values in the thread itself (PTHREAD_KEY_2NDLEVEL_SIZE) and allocates for the others.
  constexpr pthread_key_t values_in_thread = 32;
  if (end_key_made && end_key < values_in_thread) call_at_end(thread);
}

hagstone_failure watch_first_thread(Agent &agent) {
  Thread *thread = this_thread();
  const bool fresh = !thread;
  if (fresh) thread = Thread::create(agent);
  if (!thread) return HAGSTONE_FAILURE_no_memory;
  install_trap_handler();
  adopt_trap_mask();
  const bool all_wanted = agent.watch_registers >= DebugRegisters::capacity || agent.transport == HAGSTONE_TRANSPORT_TRACER;
  int found = all_wanted ? 0 : PerfRegisters::discover(agent.transport);
  int failure = thread->open(0);
  hagstone_failure result = HAGSTONE_FAILURE_none;
  if (failure < 0) {
    result = agent.transport == HAGSTONE_TRANSPORT_TRACER && failure == -ESRCH ? HAGSTONE_FAILURE_no_tracer
             : failure == -ENODEV                                              ? HAGSTONE_FAILURE_no_performance_counters
                                                                               : failure_of(failure);
  } else {
    thread->set_mode(ThreadMode::self_test);
    result = agent.samples_by_pmu() ? self_test_pmu(agent, *thread)
                                    : self_test(thread->registers(), thread->clock(), thread->events());
    if (result == HAGSTONE_FAILURE_few_descriptors && !agent.samples_by_pmu()) {
      thread->use_cpu_timer();
      result = self_test(thread->registers(), thread->clock(), thread->events());
    }
    if (result == HAGSTONE_FAILURE_none)
      agent.sampling.trap_cost = measure_trap_cost(thread->registers(), thread->events());
    // Children of a fork know it.
    if (result == HAGSTONE_FAILURE_none && !agent.samples_by_pmu() && !agent.clock_cost)
      agent.clock_cost = measure_clock_cost(thread->clock());
    thread->set_mode(ThreadMode::idle);
  }
  if (result == HAGSTONE_FAILURE_none && (failure = thread->start()) < 0) result = failure_of(failure);
  if (result != HAGSTONE_FAILURE_none) {
    thread->close();
    if (fresh) thread->destroy();
    return result;
  }
  thread->set_registers_found(agent.transport == HAGSTONE_TRANSPORT_TRACER ? thread->tracer_registers().found()
                              : all_wanted                                 ? thread->watch_registers() + 1
                                                                           : static_cast<unsigned>(found));
  call_at_end(thread);
  return HAGSTONE_FAILURE_none;
}

namespace {

// Everything a new thread needs to begin; lives in the creator's hands until the thread has it.
struct Beginning {
  Thread *thread;
  void *routine;
  void *argument;
  bool blocks_trap;
};

// `creator`: of the function that creates the thread.
Beginning *prepare(void *routine, void *argument, const StackPosition &creator) {
  const bool stopped = agent.control.request() == HAGSTONE_CONTROL_STOP;
  if (stopped || !agent.process.active() || !agent.at_home()) return nullptr;
  // Threads that load libraries all the time would keep a lock that is not fair from one that only begins another.
  agent.follow_modules_unless_busy();
  static_assert(sizeof(Beginning) <= Thread::message_bytes);
  Thread *thread = Thread::create(agent);
  if (!thread) agent.process.count(HAGSTONE_STATISTIC_threads_unwatched);
  if (Thread *own = this_thread(); own && thread && own->is_current())
    own->find_creator(creator.registers(), thread->creator());
  void *place = thread ? thread->message() : map_pages(sizeof(Beginning));
  if (!place) return nullptr;
  return new (place) Beginning{thread, routine, argument, target_blocks_trap()};
}

void discard(Beginning *beginning) {
  if (beginning->thread)
    beginning->thread->destroy();
  else
    unmap_pages(beginning, sizeof *beginning);
}

Beginning begin_thread(void *beginning_pointer) {
  Beginning beginning = *static_cast<Beginning *>(beginning_pointer);
  if (!beginning.thread) unmap_pages(beginning_pointer, sizeof beginning);
  set_target_blocks_trap(beginning.blocks_trap);
  if (!beginning.thread) return beginning;
  beginning.thread->begin(reinterpret_cast<uint64_t>(beginning.routine));
  if (this_thread())
    call_at_end(beginning.thread);
  else
    beginning.thread->destroy();
  return beginning;
}

void *run_thread(void *beginning_pointer) {
  Beginning beginning = begin_thread(beginning_pointer);
  return reinterpret_cast<void *(*)(void *)>(beginning.routine)(beginning.argument);
}

int run_c11_thread(void *beginning_pointer) {
  Beginning beginning = begin_thread(beginning_pointer);
  return reinterpret_cast<int (*)(void *)>(beginning.routine)(beginning.argument);
}

int (*next_pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = nullptr;
int (*next_thrd_create)(thrd_t *, thrd_start_t, void *) = nullptr;

}  // namespace

}  // namespace hagstone

HAGSTONE_INTERPOSED int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *),
                                       void *argument) {
  using namespace hagstone;
  auto create = next_function(next_pthread_create, "pthread_create");
  StackPosition position;
  position.take();
  Beginning *beginning = prepare(reinterpret_cast<void *>(routine), argument, position);
  if (!beginning) return create(thread, attributes, routine, argument);
  int failure = create(thread, attributes, run_thread, beginning);
  if (failure) discard(beginning);
  return failure;
}

HAGSTONE_INTERPOSED int thrd_create(thrd_t *thread, thrd_start_t routine, void *argument) {
  using namespace hagstone;
  auto create = next_function(next_thrd_create, "thrd_create");
  StackPosition position;
  position.take();
  Beginning *beginning = prepare(reinterpret_cast<void *>(routine), argument, position);
  if (!beginning) return create(thread, routine, argument);
  int failure = create(thread, run_c11_thread, beginning);
  if (failure != thrd_success) discard(beginning);
  return failure;
}
