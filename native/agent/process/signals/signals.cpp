// SPDX-License-Identifier: MIT
// The handler of SIGTRAP: the agent's signals go to the thread, the target's own to the target.
#include <signal.h>
#include <string.h>
#include <ucontext.h>

#include "base/system_call.h"
#include "base/thread_storage.h"
#include "process/attach.h"
#include "process/signals/target_trap.h"
#include "process/threads/thread.h"

extern "C" {
void hagstone_signal_return();
[[noreturn]] void hagstone_enter_target_handler(uint64_t frame, void *handler, int signal, void *information, void *context,
                                                const uint64_t *mask);
}

namespace hagstone {

namespace {

// The alternate stack the target believes in; agent threads.
stack_t target_alternate_stack() {
  if (Thread *thread = this_thread()) return thread->target_stack();
  stack_t stack = {};
  call(SYS_sigaltstack, 0, &stack);
  return stack;
}

// Ends the process as an unhandled SIGTRAP does, with the core at the place where it came from.
void die_of_trap(const siginfo_t &info, ucontext_t &context) {
  KernelAction default_action = {};
  call(SYS_rt_sigaction, SIGTRAP, &default_action, 0, sizeof default_action.mask);
  KernelSignalSet mask;
  memcpy(&mask, &context.uc_sigmask, sizeof mask);
  mask &= ~signal_bit(SIGTRAP);
  memcpy(&context.uc_sigmask, &mask, sizeof mask);
  send_trap_to_self(info);
}

constexpr uint64_t red_zone = 128;
constexpr uint64_t context_bytes = offsetof(ucontext_t, uc_sigmask) + sizeof(KernelSignalSet);

// The kernel's data after the legacy floating-point state (arch/x86/include/uapi/asm/sigcontext.h).
struct ExtendedStateMark {
  uint32_t magic;
  uint32_t size;
};
constexpr uint32_t extended_magic = 0x46505853;
constexpr uint64_t extended_mark_offset = 464;
constexpr uint64_t legacy_state_bytes = 512;

uint64_t floating_point_bytes(const void *state) {
  ExtendedStateMark mark;
  memcpy(&mark, static_cast<const char *>(state) + extended_mark_offset, sizeof mark);
  return mark.magic == extended_magic ? mark.size : legacy_state_bytes;
}

// The kernel's signal frame (struct rt_sigframe).
struct Frame {
  void *restorer;
  char context[context_bytes];
  siginfo_t info;
  uint64_t mask;
};

uint64_t frame_base(const KernelAction &action, uint64_t stack_pointer) {
  stack_t alternate = target_alternate_stack();
  uint64_t start = reinterpret_cast<uint64_t>(alternate.ss_sp);
  bool usable = action.flags & SA_ONSTACK && !(alternate.ss_flags & SS_DISABLE) && alternate.ss_size;
  if (usable && stack_pointer - start >= alternate.ss_size) return start + alternate.ss_size;
  return stack_pointer - red_zone;
}

// Rebuilds the frame where the kernel would have put it, so that the target may return from it, change it, or never
// come back (siglongjmp).
[[noreturn]] void enter_handler(const KernelAction &action, const siginfo_t &info, const ucontext_t &context) {
  uint64_t top = frame_base(action, static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RSP]));
  const void *state = context.uc_mcontext.fpregs;
  uint64_t state_bytes = state ? floating_point_bytes(state) : 0;
  uint64_t state_copy = (top - state_bytes) & ~uint64_t{63};
  uint64_t address = ((state_copy - sizeof(Frame)) & ~uint64_t{15}) - 8;
  auto *frame = reinterpret_cast<Frame *>(address);
  if (state) memcpy(reinterpret_cast<void *>(state_copy), state, state_bytes);
  frame->restorer = reinterpret_cast<void *>(&hagstone_signal_return);
  memcpy(frame->context, &context, context_bytes);
  if (state) memcpy(frame->context + offsetof(ucontext_t, uc_mcontext.fpregs), &state_copy, sizeof state_copy);
  frame->info = info;
  KernelSignalSet mask;
  memcpy(&mask, &context.uc_sigmask, sizeof mask);
  frame->mask = mask | action.mask | (action.flags & SA_NODEFER ? 0 : signal_bit(SIGTRAP));
  hagstone_enter_target_handler(address, action.handler, SIGTRAP, &frame->info, frame->context, &frame->mask);
}

// Acts on a SIGTRAP that is the target's as the kernel would have. May not return.
void deliver_to_target(const siginfo_t &info, ucontext_t &context) {
  const bool synchronous = info.si_code > 0;
  if (!synchronous && target_blocks_trap()) return keep_target_trap(info);
  const KernelAction action = take_target_action();
  if (has_handler(action)) enter_handler(action, info, context);
  if (action.handler == reinterpret_cast<void *>(SIG_IGN) && !synchronous) return;
  die_of_trap(info, context);
}

}  // namespace

}  // namespace hagstone

extern "C" __attribute__((visibility("hidden"))) void hagstone_on_signal(int, siginfo_t *info, void *context_pointer) {
  using namespace hagstone;
  auto &context = *static_cast<ucontext_t *>(context_pointer);
  Thread *thread = this_thread();
  TrapEvent event = thread ? thread->identify(*info) : identify_trap(*info);
  if (event.origin != TrapOrigin::foreign) {
    if (thread) thread->on_signal(event, context);
    return;
  }
  if (is_join_signal(*info)) {
    join(context);
    return;
  }
  if (thread) thread->count_foreign_signal();
  deliver_to_target(*info, context);
}
