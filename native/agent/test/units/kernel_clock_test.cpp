// SPDX-License-Identifier: MIT
// The clock of time in the kernel: it changes no system call, and no trap is lost to its signals.
#include "sampling/clocks/kernel_clock.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <vector>

#include "base/own_descriptors.h"
#include "base/waiting_traps.h"
#include "test/support/machine_needs.h"
#include "watch/perf_registers.h"

namespace {

using namespace hagstone;

KernelClock kernel_clock;
volatile sig_atomic_t ticks;
volatile uint64_t in_kernel;

void on_tick(int, siginfo_t *info, void *) {
  if (!is_kernel_clock_signal(*info)) return;
  ticks = ticks + 1;
  in_kernel = in_kernel + kernel_clock.take();
}

TEST(KernelClock, TicksInLongSystemCallsAndInterruptsNone) {
  struct sigaction action = {}, before;
  action.sa_sigaction = on_tick;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &action, &before);
  const int zeros = open("/dev/zero", O_RDONLY);
  std::vector<char> memory(50 << 20);
  const int opened = kernel_clock.open();
  if (opened == -ENOSYS) GTEST_SKIP() << "this kernel's timers interrupt system calls";
  ASSERT_EQ(opened, 0);
  // Few ticks find the program outside of the call.
  while (in_kernel < 100'000'000) ASSERT_EQ(read(zeros, memory.data(), memory.size()), static_cast<ssize_t>(memory.size()));
  kernel_clock.close();
  sigaction(SIGTRAP, &before, nullptr);
  close(zeros);
  EXPECT_GT(ticks, 0);
}

class Displaced : public testing::Test {
 protected:
  Displaced() {
    sigemptyset(&trap_);
    sigaddset(&trap_, SIGTRAP);
    pthread_sigmask(SIG_BLOCK, &trap_, &before_);
  }
  ~Displaced() override {
    take_waiting_traps([](const siginfo_t &) { return true; });
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

  static unsigned take_all_signals() {
    unsigned count = 0;
    take_waiting_traps([&](const siginfo_t &) { return ++count > 0; });
    return count;
  }

 private:
  sigset_t trap_, before_;
};

TEST_F(Displaced, TrapIsFoundByItsCounter) {
  need_debug_exceptions();
  reserve_descriptor_range();
  PerfRegisters registers(HAGSTONE_TRANSPORT_SIGTRAP);
  const int opened = registers.open(1);
  if (opened != 1) GTEST_SKIP() << "no debug registers: " << opened;
  static volatile uint64_t word = 0;
  ASSERT_EQ(registers.arm(0, {BreakOn::write, reinterpret_cast<uint64_t>(&word), 8}, 1), 0);
  TrapEvent found = {};
  EXPECT_FALSE(registers.take_displaced(found));

  siginfo_t tick = {};
  tick.si_signo = SIGTRAP;
  tick.si_code = -7;
  call(SYS_rt_tgsigqueueinfo, current_process(), current_thread(), SIGTRAP, &tick);
  word = 1;
  EXPECT_EQ(take_all_signals(), 1u);  // the kernel has kept one only
  ASSERT_TRUE(registers.take_displaced(found));
  EXPECT_EQ(found.origin, TrapOrigin::watch);
  EXPECT_EQ(found.slot, 0u);
  EXPECT_FALSE(registers.take_displaced(found));

  word = 2;
  EXPECT_EQ(take_all_signals(), 1u);
  registers.count_arrived(0);
  EXPECT_FALSE(registers.take_displaced(found));
  registers.close();
}

}  // namespace
