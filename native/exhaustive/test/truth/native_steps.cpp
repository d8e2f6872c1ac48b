// SPDX-License-Identifier: GPL-2.0-or-later
#include "native_steps.h"

#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <stdexcept>
#include <unordered_map>

#include "pipes.h"

namespace hagstone::truth {

namespace {

enum class Code { plain, string, system_call };

// Intel's manual, volume 2: prefixes (operand size, repeat, REX) before the operation.
Code decode(const uint8_t bytes[8]) {
  bool repeats = false;
  int i = 0;
  for (; i < 7; i++) {
    if (bytes[i] == 0xf2 || bytes[i] == 0xf3) repeats = true;
    else if (bytes[i] != 0x66 && (bytes[i] & 0xf0) != 0x40) break;
  }
  const uint8_t operation = bytes[i];
  if (operation == 0x0f && i < 7 && bytes[i + 1] == 0x05) return Code::system_call;
  const bool moves_or_stores = operation == 0xa4 || operation == 0xa5 || operation == 0xaa || operation == 0xab;
  return repeats && moves_or_stores ? Code::string : Code::plain;
}

class Stepped {
 public:
  explicit Stepped(const std::string& program) : process_(fork()) {
    if (process_ == 0) {
      if (make_pipes() && ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0)
        execl(program.c_str(), program.c_str(), nullptr);
      _exit(127);
    }
    if (process_ < 0) throw std::runtime_error("no process could be made");
    wait();
  }
  ~Stepped() {
    if (ended_) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  Stepped(const Stepped&) = delete;
  Stepped& operator=(const Stepped&) = delete;

  bool ended() const { return ended_; }
  user_regs_struct registers() const {
    user_regs_struct read = {};
    if (ptrace(PTRACE_GETREGS, process_, nullptr, &read) != 0) throw std::runtime_error("the registers cannot be read");
    return read;
  }
  Code code_at(uint64_t address) {
    const auto known = codes_.find(address);
    if (known != codes_.end()) return known->second;
    const long word = ptrace(PTRACE_PEEKTEXT, process_, address, nullptr);
    uint8_t bytes[sizeof word];
    std::memcpy(bytes, &word, sizeof word);
    return codes_[address] = decode(bytes);
  }
  void step() {
    if (ptrace(PTRACE_SINGLESTEP, process_, nullptr, nullptr) != 0) throw std::runtime_error("no single step");
    wait();
  }

 private:
  void wait() {
    int status = 0;
    if (waitpid(process_, &status, 0) != process_) throw std::runtime_error("the process is gone");
    ended_ = !WIFSTOPPED(status);
    if (ended_ ? status != 0 : WSTOPSIG(status) != SIGTRAP)
      throw std::runtime_error("the program stopped with status " + std::to_string(status));
  }

  pid_t process_;
  bool ended_ = false;
  std::unordered_map<uint64_t, Code> codes_;
};

}  // namespace

std::string why_no_native_steps() {
  const pid_t process = fork();
  if (process == 0) _exit(ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : 1);
  int status = 1;
  const bool may_trace = process > 0 && waitpid(process, &status, 0) == process && status == 0;
  return may_trace ? "" : "processes may not be traced here (ptrace), so that none can be run step by step";
}

std::vector<Step> native_steps(const std::string& program) {
  std::vector<Step> steps;
  Stepped stepped(program);
  while (!stepped.ended()) {
    const user_regs_struct before = stepped.registers();
    const Code code = stepped.code_at(before.rip);
    steps.push_back({before.rip});
    if (code == Code::system_call) steps.back().system_call = before.rax;
    if (code == Code::string) steps.back().nothing_left = before.rcx == 0;
    stepped.step();
    // The processor leaves with the last iteration.
    if (code == Code::string && before.rcx == 1) steps.push_back({before.rip, {}, true});
  }
  return steps;
}

}  // namespace hagstone::truth
