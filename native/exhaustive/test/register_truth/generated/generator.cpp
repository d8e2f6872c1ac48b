// SPDX-License-Identifier: GPL-2.0-or-later
#include "generator.h"

#include "programs/descriptors.h"
#include "random_instructions.h"

namespace hagstone::register_truth {

namespace {

// By thread, 0: the first, whose stack is elsewhere. Where the expirations of its timer go lies lowest.
uint64_t expirations_of(uint32_t thread) { return thread_stacks_start + thread * thread_stack_bytes; }
uint64_t stack_of(uint32_t thread) { return expirations_of(thread) + thread_stack_bytes; }

class Generator {
 public:
  Generator(uint64_t seed, uint32_t rounds) : writer_(seed), instructions_(writer_), rounds_(rounds) {}

  std::vector<Line> process(uint32_t programs) {
    writer_.label("_start");
    for (uint32_t i = 0; i < programs; i++) writer_.call("main_" + std::to_string(i));
    writer_.set(rax, 231);
    writer_.instruction("xor %edi, %edi", {general(rdi, 4)});
    end();
    for (uint32_t i = 0; i < programs; i++) program(i);
    return writer_.take();
  }

 private:
  // A thread of one program. `slot` 1 or 2 says which timer belongs to it.
  struct Thread {
    uint32_t number;
    uint32_t slot;
    uint32_t segments = 0;
  };

  uint64_t below(uint64_t limit) { return writer_.below(limit); }
  bool chance(unsigned percent) { return writer_.chance(percent); }

  void program(uint32_t number) {
    const uint32_t functions = static_cast<uint32_t>(below(3));
    const std::string own = "f" + std::to_string(number) + "_";
    std::vector<std::string> names;
    for (uint32_t i = 0; i < functions; i++) {
      const std::string function = own + std::to_string(i),
                        chosen = chance(40) ? LineWriter::by_pointer(function) : function;
      writer_.begin_function(chosen);
      instructions_.may_call(i ? names[below(i)] : "");
      instructions_.body(4 + below(10));
      writer_.leave();
      if (chosen != function) writer_.directive(".size " + chosen + ", . - " + chosen);
      names.push_back(chosen);
    }
    instructions_.may_call(functions ? names.back() : "");
    writer_.begin_function("main_" + std::to_string(number));
    instructions_.body(8 + below(16));
    if (rounds_ || chance(60)) loop();
    std::vector<Thread> threads;
    if (!rounds_ && chance(30) && threads_ + truth::most_threads <= truth::most_threads_of_process) threads = take_turns();
    instructions_.body(4 + below(8));
    writer_.leave();
    for (const Thread &thread : threads) code_of(thread);
  }

  void loop() {
    const std::string again = "l" + std::to_string(next_label_++);
    const uint64_t rounds = rounds_ ? rounds_ : 1 + below(6);
    writer_.set(counter, rounds);
    writer_.label(again);
    if (rounds_)
      varying_value();
    else
      instructions_.body(1 + below(6));
    writer_.instruction("dec %r15d", {general(counter, 4)});
    writer_.instruction("jnz " + again, {});
  }

  // A constant; values in turn, which share a table or fight for its entries, as those of the counter do; values that stay
  // for a while.
  void varying_value() {
    const unsigned constant = writer_.reg();
    writer_.set(constant, 1);
    for (const char *operation : {"and $7, ", "and $15, ", "shr $8, ", "shr $10, "}) {
      const unsigned to = writer_.reg();
      writer_.instruction("mov %r15, " + name(to, 8), {general(to, 8)});
      writer_.instruction(operation + name(to, 8), {general(to, 8)});
      if (chance(80)) continue;
      const Memory place = writer_.memory(8);
      writer_.instruction("mov " + name(to, 8) + ", " + place.text, {}, {store(place, 8)});
    }
  }

  // The first thread's work while the others run their segments.
  std::vector<Thread> take_turns() {
    std::vector<Thread> threads;
    for (uint64_t i = 1 + below(truth::most_threads - 1); i > 0; i--) {
      threads.push_back({threads_++, static_cast<uint32_t>(threads.size() + 1)});
      start(threads.back());
      instructions_.body(1 + below(4));
    }
    for (uint64_t i = 2 + below(5); i > 0; i--) hand_over_to(threads[below(threads.size())]);
    for (Thread &thread : threads) hand_over_to(thread);
    return threads;
  }

  void hand_over_to(Thread &thread) {
    thread.segments++;
    give_turn(thread.slot);
    wait_for_turn(0, 0);
    instructions_.body(1 + below(8));
  }

  static std::string code_label(const Thread &thread) { return ".Lthread_" + std::to_string(thread.number); }

  // Both threads run from here on, in either order: until both wait, they replace every value that was in a register
  // before, and continue with other values.
  void start(const Thread &thread) {
    // CLONE_VM | FS | FILES | SIGHAND | THREAD | SYSVSEM
    writer_.system_call(56, {0x50f00, stack_of(thread.number + 1), 0, 0, 0}).flow = Flow::new_thread;
    of_either_order([&] {
      writer_.instruction("test %eax, %eax", {});
      writer_.instruction("jz " + code_label(thread), {});
      writer_.instruction("xor %eax, %eax", {general(rax, 4)});
      read_from(static_cast<uint64_t>(truth::begun_read_end(thread.number)), 0);
    });
    set_to_new_values();
  }

  void code_of(const Thread &thread) {
    writer_.label(code_label(thread));
    of_either_order([&] {
      writer_.set(rax, 3);
      writer_.set(rdi, static_cast<uint64_t>(truth::begun_write_end(thread.number)));
      writer_.instruction("syscall", {general(rcx, 8)}).flow = Flow::system_call;
      writer_.set(rax, 7);
      wait_for_turn(thread.slot, thread.number + 1);
    });
    set_to_new_values();
    for (uint32_t i = 0; i < thread.segments; i++) {
      if (i) wait_for_turn(thread.slot, thread.number + 1);
      instructions_.body(1 + below(10));
      give_turn(0);
    }
    writer_.set(rax, 60);
    writer_.set(rdi, 0);
    end();
  }

  // The registers afterwards are never observed.
  void end() {
    Line &line = writer_.instruction("syscall", {});
    line.flow = Flow::end;
    line.is_left_out = true;
  }

  void give_turn(uint32_t slot) {
    writer_.system_call(286, {static_cast<uint64_t>(truth::timer_of(slot)), 0, timer_setting_start, 0});
  }
  void wait_for_turn(uint32_t slot, uint32_t thread) {
    writer_.instruction("xor %eax, %eax", {general(rax, 4)});
    read_from(static_cast<uint64_t>(truth::timer_of(slot)), thread);
  }
  // With 0 in RAX.
  void read_from(uint64_t descriptor, uint32_t thread) {
    writer_.set(rdi, descriptor);
    writer_.set(rsi, expirations_of(thread));
    writer_.set(rdx, 8);
    writer_.instruction("syscall", {general(rcx, 8)}).flow = Flow::system_call;
  }

  template <typename Lines>
  void of_either_order(Lines lines) {
    const size_t first = writer_.line_count();
    lines();
    writer_.leave_out_from(first);
  }
  void set_to_new_values() {
    for (const unsigned number : {rax, rcx, rdx, rsi, rdi}) writer_.set(number, new_value_++);
  }

  LineWriter writer_;
  RandomInstructions instructions_;
  const uint32_t rounds_;
  uint32_t next_label_ = 0;
  uint32_t threads_ = 0;  // of the process, besides the first
  uint64_t new_value_ = 0x5eed0000;
};

}  // namespace

std::vector<Line> generate(uint64_t seed, uint32_t programs, uint32_t rounds) {
  return Generator(seed, rounds).process(programs);
}

}  // namespace hagstone::register_truth
