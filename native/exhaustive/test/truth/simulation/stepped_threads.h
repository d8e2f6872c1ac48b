// SPDX-License-Identifier: GPL-2.0-or-later
// A generated program on the processor, instruction by instruction under ptrace(2).
#ifndef HAGSTONE_TRUTH_STEPPED_THREADS_H
#define HAGSTONE_TRUTH_STEPPED_THREADS_H

#include <sys/types.h>
#include <sys/user.h>

#include <cstdint>
#include <string>
#include <unordered_map>

namespace hagstone::truth {

// Why programs cannot be run step by step here; empty if they can.
std::string why_not_stepped();

// One thread runs at a time, until it waits for its turn (descriptors.h) or ends. All throw std::runtime_error if the
// program does not go on as it should, or does not end with status 0.
class SteppedThreads {
 public:
  explicit SteppedThreads(const std::string &program);
  ~SteppedThreads();
  SteppedThreads(const SteppedThreads &) = delete;
  SteppedThreads &operator=(const SteppedThreads &) = delete;

  bool ended() const { return threads_.empty(); }
  pid_t process() const { return process_; }
  // The thread that runs: its id, and its number in the order of creation, from 1.
  pid_t id() const { return running_; }
  uint32_t number() const { return threads_.at(running_).number; }

  user_regs_struct registers() const;
  // The first 8 bytes of an instruction of the program, which does not change its code.
  uint64_t code_at(uint64_t address);
  // Whether the next instruction is a system call in which the thread waits for its turn.
  bool waits();

  // After an instruction, the next to run is the same thread, one that has waited until now, or a new one; or the
  // program has ended.
  enum class Next { same, waited, begins, nobody };
  Next step();

 private:
  struct Thread {
    uint32_t number;
    bool has_begun;
  };

  void go_on();
  int wait_for(pid_t thread);
  Next let_another_run();

  pid_t process_;
  pid_t running_;
  std::unordered_map<pid_t, Thread> threads_;
  uint32_t last_number_ = 0;
  std::unordered_map<uint64_t, uint64_t> code_;
};

}  // namespace hagstone::truth

#endif
