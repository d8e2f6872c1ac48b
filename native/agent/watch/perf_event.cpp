// SPDX-License-Identifier: MIT
#include "watch/perf_event.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/hw_breakpoint.h>
#include <string.h>
#include <sys/ioctl.h>

#include "base/kernel_version.h"
#include "base/own_descriptors.h"
#include "base/system_call.h"

namespace hagstone {

namespace {

constexpr int trap_perf = 6;                // TRAP_PERF
constexpr uint32_t perf_flag_asynchronous = 1;  // TRAP_PERF_FLAG_ASYNC, Linux 5.19

// siginfo_t of TRAP_PERF, which libc's headers do not know yet (include/uapi/asm-generic/siginfo.h).
struct PerfSignalInfo {
  int32_t number, error, code, padding;
  uint64_t address;
  uint64_t data;
  uint32_t type;
  uint32_t flags;
};

constexpr uint64_t tag_mark = uint64_t{0x4753} << 48;  // "GS"
constexpr uint64_t tag_mark_mask = uint64_t{0xffff} << 48;
constexpr int generation_shift = 16;
constexpr int origin_shift = 8;

}  // namespace

uint64_t make_tag(TrapOrigin origin, unsigned slot, uint64_t generation) {
  return tag_mark | (generation << generation_shift & ~tag_mark_mask) | static_cast<uint64_t>(origin) << origin_shift |
         slot;
}

bool read_tag(uint64_t tag, TrapEvent &event) {
  if ((tag & tag_mark_mask) != tag_mark) return false;
  event.origin = static_cast<TrapOrigin>(tag >> origin_shift & 0xff);
  event.slot = tag & 0xff;
  event.generation = (tag & ~tag_mark_mask) >> generation_shift;
  return true;
}

bool sigtrap_data(const siginfo_t &info, uint64_t &tag, bool &late) {
  if (info.si_code != trap_perf) return false;
  PerfSignalInfo perf;
  memcpy(&perf, &info, sizeof perf);
  tag = perf.data;
  late = perf.flags & perf_flag_asynchronous;
  return true;
}

perf_event_attr own_event_attributes(uint32_t type, uint64_t config) {
  perf_event_attr attributes = {};
  attributes.size = sizeof attributes;
  attributes.type = type;
  attributes.config = config;
  attributes.sample_period = 1;
  attributes.disabled = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.wakeup_events = 1;
  return attributes;
}

namespace {

void aim(perf_event_attr &attributes, const Breakpoint &breakpoint) {
  attributes.bp_addr = breakpoint.address;
  attributes.bp_len = breakpoint.on == BreakOn::execution ? sizeof(long) : breakpoint.length;
  attributes.bp_type = breakpoint.on == BreakOn::execution ? HW_BREAKPOINT_X
                       : breakpoint.on == BreakOn::write   ? HW_BREAKPOINT_W
                                                           : HW_BREAKPOINT_RW;
}

}  // namespace

perf_event_attr breakpoint_attributes(const Breakpoint &breakpoint) {
  perf_event_attr attributes = own_event_attributes(PERF_TYPE_BREAKPOINT, 0);
  aim(attributes, breakpoint);
  return attributes;
}

static long open_for_this_thread(perf_event_attr &attributes) {
  long opened;
  do opened = call(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  while (opened == -EINTR);
  return opened;
}

int PerfEvent::open(perf_event_attr attributes, hagstone_transport transport, uint64_t tag) {
  if (transport == HAGSTONE_TRANSPORT_SIGTRAP) {
    attributes.sigtrap = 1;
    attributes.remove_on_exec = 1;
    attributes.sig_data = tag;
  }
  // Close-on-exec does not end an event whose descriptor a child of a fork has not closed yet; its signal would end
  // the new program, which handles none.
  const bool raises_later = transport == HAGSTONE_TRANSPORT_ASYNC;
  if (raises_later) attributes.remove_on_exec = 1;
  long opened = open_for_this_thread(attributes);
  if (opened == -EINVAL && raises_later) {
    attributes.remove_on_exec = 0;  // Linux 5.13
    opened = open_for_this_thread(attributes);
  }
  if (opened < 0) return static_cast<int>(opened);
  descriptor_ = keep_descriptor(static_cast<int>(opened));
  if (descriptor_ < 0) return descriptor_;
  attributes_ = attributes;
  enabled_ = false;
  long failure = call(SYS_ioctl, descriptor_, PERF_EVENT_IOC_ID, &id_);
  if (failure >= 0 && transport == HAGSTONE_TRANSPORT_ASYNC) failure = raise_signals();
  if (failure < 0) close();
  return failure < 0 ? static_cast<int>(failure) : 0;
}

int PerfEvent::raise_signals() {
  struct {
    int type, thread;
  } owner = {F_OWNER_TID, current_thread()};
  long failure = call(SYS_fcntl, descriptor_, F_SETOWN_EX, &owner);
  if (failure >= 0) failure = call(SYS_fcntl, descriptor_, F_SETSIG, SIGTRAP);
  if (failure >= 0) failure = call(SYS_fcntl, descriptor_, F_SETFL, O_ASYNC);
  return static_cast<int>(failure);
}

bool PerfEvent::is_lost() const {
  uint64_t id = 0;
  return descriptor_ >= 0 && (call(SYS_ioctl, descriptor_, PERF_EVENT_IOC_ID, &id) != 0 || id != id_);
}

void PerfEvent::close() {
  if (descriptor_ < 0) return;
  disable();
  // A target that closes descriptors by system call may have taken the number.
  if (!is_lost()) close_own_descriptor(descriptor_);
  descriptor_ = -1;
}

int PerfEvent::move(const Breakpoint &breakpoint, uint64_t tag) {
  // The kernel wants every attribute but address, type, length, tag and `disabled` unchanged.
  perf_event_attr moved = attributes_;
  aim(moved, breakpoint);
  if (moved.sigtrap) moved.sig_data = tag;
  moved.disabled = 0;
  // A walk through a loop stops at the same place again and again.
  if (enabled_ && memcmp(&moved, &attributes_, sizeof moved) == 0) return 0;
  attributes_ = moved;
  long failure = call(SYS_ioctl, descriptor_, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &attributes_);
  enabled_ = failure >= 0;
  return static_cast<int>(failure);
}

int PerfEvent::enable() {
  if (enabled_) return 0;
  long failure = call(SYS_ioctl, descriptor_, PERF_EVENT_IOC_ENABLE, 0);
  enabled_ = failure >= 0;
  return static_cast<int>(failure);
}

void PerfEvent::disable() {
  if (!enabled_) return;
  call(SYS_ioctl, descriptor_, PERF_EVENT_IOC_DISABLE, 0);
  enabled_ = false;
}

int PerfEvent::set_period(uint64_t period) {
  return static_cast<int>(call(SYS_ioctl, descriptor_, PERF_EVENT_IOC_PERIOD, &period));
}

uint64_t PerfEvent::count() const {
  // Nothing is to be read from a descriptor of the target.
  if (is_lost()) return 0;
  uint64_t counted = 0;
  return call(SYS_read, descriptor_, &counted, sizeof counted) == sizeof counted ? counted : 0;
}

hagstone_transport delivery_by_kernel() {
  // Before 6.4 signals of attr.sigtrap could be lost and leave the event disabled.
  return kernel_is_at_least(6, 4) ? HAGSTONE_TRANSPORT_SIGTRAP : HAGSTONE_TRANSPORT_ASYNC;
}

}  // namespace hagstone
