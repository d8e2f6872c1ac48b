// SPDX-License-Identifier: MIT
#include "tracer.h"

#include <errno.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>

#include <algorithm>

#include "remote/interrupted_call.h"
#include "privileged_program.h"
#include "remote/process_status.h"
#include "remote/remote_call.h"
#include "remote/remote_memory.h"

namespace hagstone {

namespace {

constexpr long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                         PTRACE_O_TRACEEXEC;
constexpr int system_call_stop = SIGTRAP | 0x80;
constexpr int by_hardware = 4;  // TRAP_HWBKPT
// A new process is expected to call exec, or to report that it is recorded, within this many system calls.
constexpr unsigned calls_until_exec = 1000;

bool is_hardware_trap(const siginfo_t &signal) { return signal.si_signo == SIGTRAP && signal.si_code == by_hardware; }

bool is_open(pid_t thread, uint64_t address) {
  hagstone_tracer_request request;
  return read_remote(thread, address, &request, sizeof request) && request.magic == HAGSTONE_TRACER_MAGIC &&
         request.asked != request.answered;
}

// As it was sent, as far as the kernel lets another process say so.
void raise_again(pid_t process, pid_t thread, siginfo_t signal) {
  if (syscall(SYS_rt_tgsigqueueinfo, process, thread, signal.si_signo, &signal) != 0)
    syscall(SYS_tgkill, process, thread, signal.si_signo);
}

bool stops_the_process(int signal) {
  return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

}  // namespace

int Tracer::seize(pid_t process) {
  if (ptrace(PTRACE_SEIZE, process, 0, options) != 0) return errno;
  threads_[process] = {process, 0, {}, 0, false};
  return 0;
}

void Tracer::run(const Ended &ended) {
  while (!threads_.empty())
    for (const Stop &stop : wait_for_stops(ended)) handle(stop);
}

// All that are there. Hardware traps come first: one that found SIGTRAP blocked has cost the process its handler, which
// must be back before another thread gets a SIGTRAP (restore_handler).
std::vector<Tracer::Stop> Tracer::wait_for_stops(const Ended &ended) {
  std::vector<Stop> stops;
  for (int flags = __WALL;; flags |= WNOHANG) {
    int status;
    const pid_t id = waitpid(-1, &status, flags);
    if (id < 0 && errno == EINTR) continue;
    if (id < 0 && stops.empty()) threads_.clear();
    if (id <= 0) break;
    if (!WIFSTOPPED(status)) {
      const bool is_process = threads_.count(id) ? threads_[id].process == id : true;
      forget_thread(id);
      if (is_process) ended(id, status);
      continue;
    }
    Stop stop = {id, status, {}};
    if (status >> 16 == 0) ptrace(PTRACE_GETSIGINFO, id, 0, &stop.signal);
    stops.push_back(stop);
  }
  std::stable_partition(stops.begin(), stops.end(), [](const Stop &stop) { return is_hardware_trap(stop.signal); });
  return stops;
}

void Tracer::forget_thread(pid_t id) {
  threads_.erase(id);
  finish_waiting();
}

// Threads and processes that a traced one starts are traced from their first stop on.
Tracer::Thread &Tracer::thread_of(pid_t id) {
  auto known = threads_.find(id);
  if (known != threads_.end()) return known->second;
  const pid_t process = process_of_thread(id);
  return threads_[id] = {process, 0, {}, process == id ? calls_until_exec : 0, false};
}

void Tracer::handle(const Stop &stop) {
  const int signal = WSTOPSIG(stop.status), event = stop.status >> 16;
  Thread &thread = thread_of(stop.thread);
  if (thread.leaving) {
    const bool delivers = event == 0 && signal != system_call_stop && stop.signal.si_code != HAGSTONE_TRACER_REQUEST_CODE &&
                          !is_hardware_trap(stop.signal);
    return let_go(stop.thread, thread, delivers ? signal : 0);
  }
  if (event) return on_event(stop.thread, thread, event, signal);
  if (signal == system_call_stop) return on_system_call(stop.thread, thread);
  if (signal == SIGTRAP) return on_trap(stop.thread, thread, stop.signal);
  resume(stop.thread, thread, signal);
}

void Tracer::on_event(pid_t id, Thread &thread, int event, int signal) {
  if (event == PTRACE_EVENT_STOP && stops_the_process(signal)) {
    ptrace(PTRACE_LISTEN, id, 0, 0);
    return;
  }
  if (event == PTRACE_EVENT_EXEC) return on_exec(id);
  resume(id, thread, 0);
}

// The caller has become the first thread of the process; the others are gone, some without a word.
void Tracer::on_exec(pid_t id) {
  std::erase_if(threads_, [&](const auto &entry) { return entry.first != id && entry.second.process == id; });
  Thread &thread = threads_[id] = {id, 0, {}, 0, false};
  finish_waiting();
  resume(id, thread, 0);
}

void Tracer::on_system_call(pid_t id, Thread &thread) {
  user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, id, 0, &registers) == 0) {
    const bool entry = static_cast<int64_t>(registers.rax) == -ENOSYS;
    const bool executes = registers.orig_rax == SYS_execve || registers.orig_rax == SYS_execveat;
    if (entry && executes && becomes_privileged(id, registers)) return let_go(id, thread, 0);
  }
  resume(id, thread, 0);
}

void Tracer::on_trap(pid_t id, Thread &thread, siginfo_t signal) {
  const bool recovered = !is_hardware_trap(signal) && recover_hidden_trap(id, thread);
  if (signal.si_code == HAGSTONE_TRACER_REQUEST_CODE) {
    if (serve(id, thread, reinterpret_cast<uint64_t>(signal.si_value.sival_ptr))) resume(id, thread, 0);
    return;
  }
  if (recovered) {
    // The program blocks it again. Ticks of the agent's clock come anew.
    if (!is_agent_timer(signal)) raise_again(thread.process, id, signal);
    return resume(id, thread, 0);
  }
  const int place = is_hardware_trap(signal) ? thread.registers.take_trap(id) : -1;
  if (place >= 0) return on_hardware_trap(id, thread, signal, place);
  const bool was_open = thread.request && is_open(id, thread.request);
  if (was_open && !serve(id, thread, thread.request)) return;
  // The agent's clock ran out in its own handler, or inside a system call: not a moment of the program's own code, and
  // the call would say EINTR.
  const bool swallowed = is_agent_timer(signal) && (was_open || undo_interruption(id));
  resume(id, thread, swallowed ? 0 : SIGTRAP);
}

// Only one SIGTRAP of a thread can be pending: a trap that finds another one pending and blocked is never seen itself,
// but resets the handler all the same.
bool Tracer::recover_hidden_trap(pid_t id, Thread &thread) {
  const int place = thread.request ? thread.registers.take_trap(id) : -1;
  if (place < 0 || !restore_handler(id, thread)) return false;
  count_blocked_trap(id, thread, place);
  return true;
}

void Tracer::count_blocked_trap(pid_t id, Thread &thread, int place) {
  hagstone_tracer_request request;
  const uint32_t bit = 1u << place;
  thread.registers.turn_off(id, static_cast<unsigned>(place));
  if (!read_remote(id, thread.request, &request, sizeof request)) return;
  request.blocked |= bit;
  write_remote(id, thread.request + offsetof(hagstone_tracer_request, blocked), &request.blocked, sizeof bit);
}

void Tracer::on_hardware_trap(pid_t id, Thread &thread, siginfo_t signal, int place) {
  if (restore_handler(id, thread)) {
    count_blocked_trap(id, thread, place);
    return resume(id, thread, 0);
  }
  signal.si_code = HAGSTONE_TRACER_TRAP_CODE;
  signal.si_value.sival_ptr = reinterpret_cast<void *>(thread.registers.tag(static_cast<unsigned>(place)));
  ptrace(PTRACE_SETSIGINFO, id, 0, &signal);
  resume(id, thread, SIGTRAP);
}

// A trap that finds SIGTRAP blocked makes the kernel unblock it and reset its handler (force_sig_info_to_task). Puts
// both back. False if nothing was reset.
bool Tracer::restore_handler(pid_t id, const Thread &thread) {
  if (catches_signal(id, SIGTRAP)) return false;
  hagstone_tracer_request request;
  if (!read_remote(id, thread.request, &request, sizeof request)) return false;
  uint64_t mask;
  constexpr uint64_t trap = uint64_t{1} << (SIGTRAP - 1);
  auto restored = remote_system_call(id, request.system_call, SYS_rt_sigaction, SIGTRAP, request.action, 0, sizeof mask);
  if (ptrace(PTRACE_GETSIGMASK, id, sizeof mask, &mask) == 0) {
    mask |= trap;
    ptrace(PTRACE_SETSIGMASK, id, sizeof mask, &mask);
  }
  return restored == 0;
}

// Executes an open request. False if the thread must not be resumed: it is held or released.
bool Tracer::serve(pid_t id, Thread &thread, uint64_t address) {
  hagstone_tracer_request request;
  if (!read_remote(id, address, &request, sizeof request)) return true;
  if (request.magic != HAGSTONE_TRACER_MAGIC || request.version != HAGSTONE_TRACER_VERSION) return true;
  if (request.asked == request.answered) return true;
  request.answered = request.asked;
  switch (request.kind) {
    case HAGSTONE_TRACER_OPEN:
      thread.request = address;
      thread.watched_calls = 0;
      request.available = thread.registers.find_available(id, address & ~uint64_t{7});
      break;
    case HAGSTONE_TRACER_REGISTERS_SET: request.failure = thread.registers.set(id, request.registers); break;
    case HAGSTONE_TRACER_EXECUTE: thread.watched_calls = calls_until_exec; break;
    case HAGSTONE_TRACER_LET_GO: break;
  }
  write_remote(id, address, &request, sizeof request);
  if (request.kind != HAGSTONE_TRACER_LET_GO) return true;
  const pid_t process = request.process ? process_of_thread(request.process) : thread.process;
  let_process_go(process);
  if (process == thread.process) {
    let_go(id, thread, 0);
    return false;
  }
  waiting_.push_back({id, process});
  finish_waiting();
  return false;
}

void Tracer::let_process_go(pid_t process) {
  for (auto &[id, thread] : threads_) {
    if (thread.process != process) continue;
    thread.leaving = true;
    ptrace(PTRACE_INTERRUPT, id, 0, 0);
  }
}

void Tracer::finish_waiting() {
  auto ready = std::stable_partition(waiting_.begin(), waiting_.end(), [this](const Waiting &waiting) {
    return std::any_of(threads_.begin(), threads_.end(),
                       [&](const auto &entry) { return entry.second.process == waiting.process; });
  });
  std::vector<Waiting> released(ready, waiting_.end());
  waiting_.erase(ready, waiting_.end());
  for (const Waiting &waiting : released)
    if (auto thread = threads_.find(waiting.thread); thread != threads_.end()) resume(waiting.thread, thread->second, 0);
}

void Tracer::let_go(pid_t id, Thread &thread, int signal) {
  thread.registers.clear(id);
  ptrace(PTRACE_DETACH, id, 0, signal);
  forget_thread(id);
}

// A thread that was killed meanwhile is not there any more: its end is still to be reported.
void Tracer::resume(pid_t id, Thread &thread, int signal) {
  if (thread.leaving) return let_go(id, thread, signal);
  if (thread.watched_calls) {
    thread.watched_calls--;
    ptrace(PTRACE_SYSCALL, id, 0, signal);
    return;
  }
  ptrace(PTRACE_CONT, id, 0, signal);
}

}  // namespace hagstone
