// SPDX-License-Identifier: MIT
#include "safe_place.h"

#include <string.h>
#include <sys/syscall.h>

#include <algorithm>

#include "elf_symbols.h"
#include "remote_memory.h"

namespace hagstone {

namespace {

bool contains(const std::string &text, const char *part) { return text.find(part) != std::string::npos; }

bool is_libc(const Mapping &mapping) {
  const std::string name = mapping.name();
  return name.rfind("libc.so", 0) == 0 || name.rfind("libc-2", 0) == 0;
}

bool may_hold_locks(const Mapping &mapping) {
  const std::string name = mapping.name();
  return is_libc(mapping) || name.rfind("ld-", 0) == 0 || name.rfind("ld.so", 0) == 0 || name.rfind("libpthread", 0) == 0 ||
         name.rfind("libdl", 0) == 0 || contains(name, "alloc") || contains(name, "hagstone_agent");
}

// Where threads wait without having anything to do with memory.
bool is_waiting(uint64_t system_call) {
  switch (system_call) {
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
    case SYS_poll:
    case SYS_ppoll:
    case SYS_select:
    case SYS_pselect6:
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
    case SYS_pause:
    case SYS_rt_sigsuspend:
    case SYS_rt_sigtimedwait:
    case SYS_wait4:
    case SYS_waitid:
    case SYS_accept:
    case SYS_accept4:
    case SYS_recvfrom:
    case SYS_recvmsg:
    case SYS_sendto:
    case SYS_sendmsg:
    case SYS_connect:
    case SYS_semop:
    case SYS_semtimedop: return true;
    default: return false;
  }
}

// mov $15, %rax; syscall: the return from a signal handler.
constexpr unsigned char handler_return[] = {0x48, 0xc7, 0xc0, 0x0f, 0x00, 0x00, 0x00, 0x0f, 0x05};

void find_handler_returns(pid_t process, const Mapping &mapping, std::vector<uint64_t> &found) {
  std::vector<unsigned char> code(mapping.end - mapping.start);
  if (!read_remote(process, mapping.start, code.data(), code.size())) return;
  for (auto at = code.begin();;) {
    at = std::search(at, code.end(), std::begin(handler_return), std::end(handler_return));
    if (at == code.end()) return;
    found.push_back(mapping.start + static_cast<uint64_t>(at - code.begin()));
    ++at;
  }
}

}  // namespace

SafePlaces::SafePlaces(pid_t process) : maps_(read_maps(process)) {
  for (const Mapping &mapping : maps_)
    if (mapping.executable && is_libc(mapping)) find_handler_returns(process, mapping, handler_returns_);
  program_allocates_ = find_function("/proc/" + std::to_string(process) + "/exe", "malloc") != 0;
}

bool SafePlaces::is_in_handler(pid_t thread, uint64_t stack_pointer) const {
  const Mapping *stack = find_mapping(maps_, stack_pointer);
  if (!stack) return true;
  constexpr uint64_t most = 1 << 20;  // bytes searched
  const uint64_t start = stack_pointer & ~uint64_t{7};
  std::vector<uint64_t> words(std::min(stack->end - start, most) / sizeof(uint64_t));
  if (!read_remote(thread, start, words.data(), words.size() * sizeof(uint64_t))) return true;
  return std::any_of(words.begin(), words.end(), [this](uint64_t word) {
    return std::find(handler_returns_.begin(), handler_returns_.end(), word) != handler_returns_.end();
  });
}

bool SafePlaces::is_safe(pid_t thread, const user_regs_struct &registers) const {
  const bool is_in_system_call = static_cast<int64_t>(registers.orig_rax) >= 0;
  const bool holds_none = is_in_system_call ? is_waiting(registers.orig_rax) : holds_no_lock(registers.rip);
  return holds_none && !is_in_handler(thread, registers.rsp);
}

bool SafePlaces::holds_no_lock(uint64_t instruction) const {
  const Mapping *code = find_mapping(maps_, instruction);
  if (!code || code->path.empty() || code->path.front() != '/') return false;
  const bool is_program = code->path == maps_.front().path;
  return !may_hold_locks(*code) && !(is_program && program_allocates_);
}

}  // namespace hagstone
