// SPDX-License-Identifier: MIT
#include "process/attach.h"

#include <dirent.h>
#include <fcntl.h>

#include "base/system_call.h"
#include "base/text.h"
#include "common/tracer_protocol.h"
#include "process/agent.h"
#include "process/functions/late_binding.h"
#include "process/functions/next_function.h"
#include "process/threads/threads.h"
#include "sampling/tools/false_sharing.h"

namespace hagstone {

namespace {

// A directory entry as getdents64(2) returns it.
struct DirectoryEntry {
  uint64_t inode;
  int64_t next;
  uint16_t length;
  uint8_t type;
  char name[];
};

void ask_to_join(int thread) {
  siginfo_t info = {};
  info.si_signo = SIGTRAP;
  info.si_code = HAGSTONE_JOIN_CODE;
  call(SYS_rt_tgsigqueueinfo, current_process(), thread, SIGTRAP, &info);
}

// All threads but the calling one; each sets itself up when it runs next.
void ask_others_to_join() {
  const long directory = call(SYS_openat, AT_FDCWD, "/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (directory < 0) return;
  alignas(DirectoryEntry) char entries[4096];
  for (long length; (length = call(SYS_getdents64, directory, entries, sizeof entries)) > 0;)
    for (long at = 0; at < length;) {
      auto *entry = reinterpret_cast<DirectoryEntry *>(entries + at);
      at += entry->length;
      uint64_t thread;
      if (parse_number(entry->name, thread) && static_cast<int>(thread) != current_thread())
        ask_to_join(static_cast<int>(thread));
    }
  call(SYS_close, directory);
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
  if (failure == HAGSTONE_FAILURE_none) ask_others_to_join();
  return failure;
}

HAGSTONE_INTERPOSED void hagstone_detach() {
  using namespace hagstone;
  look_up_globally();
  agent.leave();
}
