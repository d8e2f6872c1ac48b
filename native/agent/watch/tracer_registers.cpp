// SPDX-License-Identifier: MIT
#include "watch/tracer_registers.h"

#include <errno.h>

#include "base/signal_mask.h"
#include "base/system_call.h"
#include "watch/perf_event.h"

namespace hagstone {

namespace {

constexpr KernelSignalSet trap_signal = signal_bit(SIGTRAP);

const void *recovery_action = nullptr;
const void *recovery_call = nullptr;

uint32_t break_on(BreakOn on) {
  switch (on) {
    case BreakOn::write: return HAGSTONE_TRACER_WRITE;
    case BreakOn::read_or_write: return HAGSTONE_TRACER_READ_OR_WRITE;
    case BreakOn::execution: return HAGSTONE_TRACER_EXECUTION;
  }
  return HAGSTONE_TRACER_OFF;
}

void begin_request(hagstone_tracer_request &request, hagstone_tracer_request_kind kind) {
  request.magic = HAGSTONE_TRACER_MAGIC;
  request.version = HAGSTONE_TRACER_VERSION;
  request.kind = kind;
  request.asked++;
}

void raise_request(const hagstone_tracer_request &request) {
  siginfo_t info = {};
  info.si_signo = SIGTRAP;
  info.si_code = HAGSTONE_TRACER_REQUEST_CODE;
  info.si_value.sival_ptr = const_cast<hagstone_tracer_request *>(&request);
  call(SYS_rt_tgsigqueueinfo, current_process(), current_thread(), SIGTRAP, &info);
}

bool is_answered(const hagstone_tracer_request &request) {
  return __atomic_load_n(&request.answered, __ATOMIC_ACQUIRE) == request.asked;
}

// The thread stops at the latest when SIGTRAP becomes unblocked, and continues when the tracer has answered.
void wait_for_answer() { change_signal_mask(SIG_SETMASK, change_signal_mask(SIG_UNBLOCK, trap_signal)); }

bool raise_and_wait(const hagstone_tracer_request &request) {
  raise_request(request);
  wait_for_answer();
  return is_answered(request);
}

}  // namespace

void TracerRegisters::ask(hagstone_tracer_request_kind kind) {
  const bool pending = !is_answered(request_);
  begin_request(request_, kind);
  // A handler's earlier change is still waiting for its end: that stop will do.
  if (!pending) raise_request(request_);
}

int TracerRegisters::open(unsigned wanted) {
  request_ = {};
  request_.action = reinterpret_cast<uint64_t>(recovery_action);
  request_.system_call = reinterpret_cast<uint64_t>(recovery_call);
  begin_request(request_, HAGSTONE_TRACER_OPEN);
  if (!raise_and_wait(request_)) return -ESRCH;
  if (request_.available < 2) return -ENOSPC;
  const unsigned watching = found() - 1 < walk_place ? found() - 1 : walk_place;
  return static_cast<int>(wanted < watching ? wanted : watching);
}

void TracerRegisters::close() {
  for (unsigned slot = 0; slot < walk_place; slot++) disarm(slot);
  disarm(walk_slot);
}

void TracerRegisters::settle() {
  if (!is_answered(request_)) wait_for_answer();
}

int TracerRegisters::arm(unsigned slot, const Breakpoint &breakpoint, uint64_t generation) {
  hagstone_tracer_register &one = request_.registers[place_of(slot)];
  const TrapOrigin origin = slot == walk_slot ? TrapOrigin::walk : TrapOrigin::watch;
  one = {breakpoint.address, make_tag(origin, slot, generation), break_on(breakpoint.on), breakpoint.length};
  ask(HAGSTONE_TRACER_REGISTERS_SET);
  const int failure = request_.failure;
  if (failure) {
    request_.failure = 0;
    disarm(slot);
  }
  return failure;
}

void TracerRegisters::disarm(unsigned slot) {
  hagstone_tracer_register &one = request_.registers[place_of(slot)];
  if (one.on == HAGSTONE_TRACER_OFF) return;
  one.on = HAGSTONE_TRACER_OFF;
  ask(HAGSTONE_TRACER_REGISTERS_SET);
}

bool TracerRegisters::take_blocked_trap(TrapEvent &event) {
  if (!request_.blocked) return false;
  const unsigned place = static_cast<unsigned>(__builtin_ctz(request_.blocked));
  request_.blocked &= request_.blocked - 1;
  if (!read_tag(request_.registers[place].tag, event)) return false;
  event.late = true;
  return true;
}

bool tracer_trap(const siginfo_t &info, TrapEvent &event) {
  constexpr int by_hardware = 4;  // TRAP_HWBKPT
  if (info.si_code == HAGSTONE_TRACER_TRAP_CODE)
    return read_tag(reinterpret_cast<uint64_t>(info.si_value.sival_ptr), event);
  if (info.si_code != HAGSTONE_TRACER_REQUEST_CODE && info.si_code != by_hardware) return false;
  event = {TrapOrigin::watch, DebugRegisters::capacity, 0, true};
  return true;
}

void set_handler_recovery(const void *action, const void *system_call) {
  recovery_action = action;
  recovery_call = system_call;
}

void announce_exec() {
  hagstone_tracer_request request = {};
  begin_request(request, HAGSTONE_TRACER_EXECUTE);
  (void)raise_and_wait(request);
}

void ask_tracer_to_let_go(int process) {
  hagstone_tracer_request request = {};
  request.process = process;
  begin_request(request, HAGSTONE_TRACER_LET_GO);
  (void)raise_and_wait(request);
}

}  // namespace hagstone
