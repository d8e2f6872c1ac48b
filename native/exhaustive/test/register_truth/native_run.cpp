// SPDX-License-Identifier: GPL-2.0-or-later
#include "native_run.h"

#include <cpuid.h>
#include <elf.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>

#include <cstring>
#include <stdexcept>
#include <unordered_map>

#include "simulation/stepped_threads.h"

namespace hagstone::register_truth {

namespace {

// Intel's manual, volume 1, 13.4: the legacy region as FXSAVE leaves it; where the upper halves lie CPUID tells.
constexpr size_t status_word = 2, x87_registers = 32, lower_halves = 160, half_bytes = 16;

constexpr const char *no_avx = "the processor has no AVX";

// 0: there are none.
size_t place_of_upper_halves() {
  unsigned size = 0, offset = 0, c = 0, d = 0;
  return __get_cpuid_count(0xd, 2, &size, &offset, &c, &d) && size ? offset : 0;
}

Registers registers_of(pid_t thread) {
  user_regs_struct general = {};
  alignas(64) uint8_t state[16384];
  iovec general_place = {&general, sizeof general}, state_place = {state, sizeof state};
  if (ptrace(PTRACE_GETREGSET, thread, NT_PRSTATUS, &general_place) != 0 ||
      ptrace(PTRACE_GETREGSET, thread, NT_X86_XSTATE, &state_place) != 0)
    throw std::runtime_error("the registers cannot be read");
  static const size_t upper_halves = place_of_upper_halves();
  if (!upper_halves) throw std::runtime_error(no_avx);
  Registers read = {};
  read.instruction = general.rip;
  read.general = {general.rax, general.rcx, general.rdx, general.rbx, general.rsp, general.rbp, general.rsi, general.rdi,
                  general.r8,  general.r9,  general.r10, general.r11, general.r12, general.r13, general.r14, general.r15};
  for (size_t i = 0; i < 16; i++) {
    memcpy(read.vector[i].data(), state + lower_halves + i * half_bytes, half_bytes);
    memcpy(read.vector[i].data() + half_bytes, state + upper_halves + i * half_bytes, half_bytes);
  }
  read.x87_top = state[status_word + 1] >> 3 & 7;
  for (size_t i = 0; i < 8; i++)
    memcpy(read.x87[(read.x87_top + i) & 7].data(), state + x87_registers + i * half_bytes, 10);
  return read;
}

std::string memory_of(pid_t process, uint64_t address, size_t bytes) {
  std::string read(bytes, 0);
  iovec own = {read.data(), bytes}, its = {reinterpret_cast<void *>(address), bytes};
  if (process_vm_readv(process, &own, 1, &its, 1, 0) != static_cast<ssize_t>(bytes))
    throw std::runtime_error("memory cannot be read");
  return read;
}

void read_accesses(pid_t process, const Line &line, const Registers &before, bool stores,
                   std::vector<std::string> &accessed) {
  for (size_t i = 0; i < line.accesses.size(); i++) {
    const Access &access = line.accesses[i];
    if (access.stores != stores) continue;
    const uint64_t base = access.on_stack ? before.general[4] : 0;
    accessed[i] = memory_of(process, base + static_cast<uint64_t>(access.address), access.bytes);
  }
}

// After a system call, without the registers that the kernel writes.
Registers without_kernel(const Registers &before) {
  Registers after = before;
  after.instruction = after.general[1] = before.instruction + 2;
  return after;
}

}  // namespace

std::string why_not_run_natively() { return place_of_upper_halves() ? truth::why_not_stepped() : no_avx; }

void run_natively(const std::string &program, const std::vector<Line> &lines, const std::vector<uint64_t> &places,
                  const RunTold &tell) {
  using Next = truth::SteppedThreads::Next;
  std::unordered_map<uint64_t, const Line *> by_address;
  size_t place = 0;
  for (const Line &line : lines)
    if (line.is_instruction) by_address[places.at(place++)] = &line;
  truth::SteppedThreads stepped(program);
  Registers before = registers_of(stepped.id());
  for (Next next = Next::same; next != Next::nobody;) {
    const auto found = by_address.find(before.instruction);
    if (found == by_address.end()) throw std::runtime_error("the program runs what no line says");
    const Line &line = *found->second;
    const uint32_t thread = stepped.number();
    const bool calls_kernel = line.flow == Flow::system_call || line.flow == Flow::new_thread || line.flow == Flow::end;
    std::vector<std::string> accessed(line.accesses.size());
    if (calls_kernel)
      tell.step({line, before.instruction, before, without_kernel(before), accessed, thread});
    else
      read_accesses(stepped.process(), line, before, false, accessed);
    next = stepped.step();
    if (next == Next::nobody) return;
    const Registers after = registers_of(stepped.id());
    if (!calls_kernel) {
      read_accesses(stepped.process(), line, before, true, accessed);
      tell.step({line, before.instruction, before, after, accessed, thread});
    } else if (next != Next::begins) {
      tell.system_call_ends(stepped.number());
    }
    before = after;
  }
}

}  // namespace hagstone::register_truth
