// SPDX-License-Identifier: MIT
#include "process/attach.h"

#include "base/system_call.h"
#include "common/tracer_protocol.h"
#include "process/agent.h"
#include "process/functions/late_binding.h"
#include "process/functions/next_function.h"
#include "process/threads/other_threads.h"
#include "process/threads/supervision.h"
#include "process/threads/threads.h"
#include "sampling/tools/false_sharing.h"

namespace hagstone {

namespace {

void ask_to_join(int thread) {
  siginfo_t info = {};
  info.si_signo = SIGTRAP;
  info.si_code = HAGSTONE_JOIN_CODE;
  call(SYS_rt_tgsigqueueinfo, current_process(), thread, SIGTRAP, &info);
}

using RegisterAtEnd = int(void (*function)(void *), void *argument, void *module);
RegisterAtEnd *register_at_end = nullptr;

// As functions/start_function.cpp does in a program that was recorded from the start.
void end_before_leak_check() {
  next_function(register_at_end, "__cxa_atexit")(
      [](void *) {
        agent.end();
        agent.leave();
      },
      nullptr, nullptr);
}

// Each thread sets itself up when it runs next.
void ask_others_to_join() {
  for_each_other_thread([](const char *, int thread) { ask_to_join(thread); });
}

}  // namespace

bool is_join_signal(const siginfo_t &info) { return info.si_code == HAGSTONE_JOIN_CODE; }

void join(ucontext_t &context) {
  if (!agent.at_home() || !agent.process.active()) return;
  Thread *thread = this_thread();
  const bool fresh = !thread;
  if (fresh)
    thread = Thread::create(agent);
  else if (thread->is_current())
    return;
  else
    thread->forget();
  if (!thread) return agent.process.count(HAGSTONE_STATISTIC_threads_unwatched);
  // One that was recorded before may be running on the stack that it then got.
  if (thread->open(0) < 0) return fresh ? thread->destroy() : void();
  (void)thread->start();
  call_at_end_from_handler(thread);
  // Returning from the handler sets the alternate stack that the context names.
  call(SYS_sigaltstack, 0, &context.uc_stack);
}

}  // namespace hagstone

HAGSTONE_INTERPOSED int hagstone_attach(char **environment) {
  using namespace hagstone;
  if (agent.at_home() && agent.process.active() && agent.control.request() != HAGSTONE_CONTROL_STOP) return -1;
  // Recorded before.
  agent.leave();
  agent.process.forget();
  forget_published_accesses();
  if (Thread *thread = this_thread()) thread->forget();
  agent.attached = true;
  look_up_globally();
  // Before this thread is sampled, whose stack is a foreign one now.
  bind_late();
  const hagstone_failure failure = set_up(environment);
  if (failure != HAGSTONE_FAILURE_none) return failure;
  ask_others_to_join();
  if (has_leak_sanitizer()) end_before_leak_check();
  return failure;
}

HAGSTONE_INTERPOSED void hagstone_detach() {
  using namespace hagstone;
  look_up_globally();
  agent.leave();
}
