// SPDX-License-Identifier: MIT
// A thread of a running process, stopped where functions can be called in it.
#ifndef HAGSTONE_TRACER_STOPPED_THREAD_H
#define HAGSTONE_TRACER_STOPPED_THREAD_H

#include <sys/types.h>
#include <sys/user.h>

#include <optional>
#include <string>

#include "safe_place.h"

namespace hagstone {

// Until it is let go.
class StoppedThread {
 public:
  // Nothing if it could not be seized (`error` is set then), or was just getting a signal. It is before the system call
  // that it was in.
  static std::optional<StoppedThread> stop(pid_t id, int &error);
  pid_t id() const { return id_; }
  const user_regs_struct &registers_at_stop() const { return at_stop_; }
  // Ends what the thread was doing, one instruction after the other, where that is soon over: an allocation, say.
  // Nothing happens before a system call, which might last.
  bool step_to(const SafePlaces &places);
  void let_go() const;

 private:
  explicit StoppedThread(pid_t id) : id_(id) {}
  bool leave_system_call();
  bool step();

  pid_t id_;
  user_regs_struct at_stop_ = {};
  int signal_ = 0;  // arrived meanwhile, to be delivered
};

// The first thread that reaches a place where it holds no lock of loader, allocator or agent. `refusal` says why there
// is none.
std::optional<StoppedThread> stop_at_safe_place(pid_t process, std::string &refusal);

}  // namespace hagstone

#endif
