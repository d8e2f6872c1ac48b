// SPDX-License-Identifier: GPL-2.0-or-later
#include "native_run.h"

#include <cpuid.h>
#include <elf.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>
#include <unordered_map>

namespace hagstone::register_truth {

namespace {

// Intel's manual, volume 1, 13.4: the legacy region as FXSAVE leaves it; where the upper halves lie CPUID tells.
constexpr size_t status_word = 2, x87_registers = 32, lower_halves = 160, half_bytes = 16;

constexpr const char* no_avx = "the processor has no AVX";

// 0: there are none.
size_t place_of_upper_halves() {
  unsigned size = 0, offset = 0, c = 0, d = 0;
  return __get_cpuid_count(0xd, 2, &size, &offset, &c, &d) && size ? offset : 0;
}

bool may_trace() {
  const pid_t process = fork();
  if (process == 0) _exit(ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : 1);
  int status = 1;
  return process > 0 && waitpid(process, &status, 0) == process && status == 0;
}

class Traced {
 public:
  explicit Traced(const std::string& program) {
    process_ = fork();
    if (process_ < 0) throw std::runtime_error("no process could be made");
    if (process_ == 0) {
      ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
      execl(program.c_str(), program.c_str(), nullptr);
      _exit(127);
    }
    wait();
  }
  ~Traced() {
    if (!ended_) {
      kill(process_, SIGKILL);
      waitpid(process_, nullptr, 0);
    }
  }
  Traced(const Traced&) = delete;
  Traced& operator=(const Traced&) = delete;

  bool ended() const { return ended_; }

  void step() {
    if (ptrace(PTRACE_SINGLESTEP, process_, nullptr, nullptr) != 0) throw std::runtime_error("no single step");
    wait();
  }

  Registers registers() const {
    user_regs_struct general = {};
    alignas(64) uint8_t state[16384];
    iovec general_place = {&general, sizeof general}, state_place = {state, sizeof state};
    if (ptrace(PTRACE_GETREGSET, process_, NT_PRSTATUS, &general_place) != 0 ||
        ptrace(PTRACE_GETREGSET, process_, NT_X86_XSTATE, &state_place) != 0)
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

  std::string memory(uint64_t address, size_t bytes) const {
    std::string read(bytes, 0);
    iovec own = {read.data(), bytes}, its = {reinterpret_cast<void*>(address), bytes};
    if (process_vm_readv(process_, &own, 1, &its, 1, 0) != static_cast<ssize_t>(bytes))
      throw std::runtime_error("memory cannot be read");
    return read;
  }

 private:
  void wait() {
    int status = 0;
    if (waitpid(process_, &status, 0) != process_) throw std::runtime_error("the process is gone");
    ended_ = WIFEXITED(status) || WIFSIGNALED(status);
    if (ended_ && status != 0) throw std::runtime_error("the program ended with status " + std::to_string(status));
    if (!ended_ && WSTOPSIG(status) != SIGTRAP)
      throw std::runtime_error("the program got signal " + std::to_string(WSTOPSIG(status)));
  }

  pid_t process_;
  bool ended_ = false;
};

void read_accesses(const Traced& traced, const Line& line, const Registers& before, bool stores, std::vector<std::string>& accessed) {
  for (size_t i = 0; i < line.accesses.size(); i++) {
    const Access& access = line.accesses[i];
    if (access.stores != stores) continue;
    const uint64_t base = access.on_stack ? before.general[4] : 0;
    accessed[i] = traced.memory(base + static_cast<uint64_t>(access.address), access.bytes);
  }
}

}  // namespace

std::string why_not_run_natively() {
  if (!place_of_upper_halves()) return no_avx;
  return may_trace() ? "" : "processes may not be traced here (ptrace), so that none can be run step by step";
}

void run_natively(const std::string& program, const std::vector<Line>& lines, const std::vector<uint64_t>& places,
                  const std::function<void(const Step&)>& tell) {
  std::unordered_map<uint64_t, const Line*> by_address;
  size_t place = 0;
  for (const Line& line : lines)
    if (line.is_instruction) by_address[places.at(place++)] = &line;
  Traced traced(program);
  Registers before = traced.registers();
  while (!traced.ended()) {
    const auto found = by_address.find(before.instruction);
    if (found == by_address.end()) throw std::runtime_error("the program runs what no line says");
    const Line& line = *found->second;
    std::vector<std::string> accessed(line.accesses.size());
    read_accesses(traced, line, before, false, accessed);
    traced.step();
    if (traced.ended()) return;
    read_accesses(traced, line, before, true, accessed);
    const Registers after = traced.registers();
    tell({line, before.instruction, before, after, accessed});
    before = after;
  }
}

}  // namespace hagstone::register_truth
