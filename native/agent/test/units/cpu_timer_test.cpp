// SPDX-License-Identifier: MIT
// Pending signals of a timer that is set again, stopped or closed: in the handler they would keep other SIGTRAPs, such
// as requests to the tracer, from being queued.
#include "sampling/clocks/cpu_timer.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <functional>

#include "base/clock.h"
#include "base/system_call.h"
#include "base/waiting_traps.h"

namespace {

using namespace hagstone;

constexpr uint64_t millisecond = 1'000'000, hour = 3600 * 1000 * millisecond;

class TrapsBlocked : public testing::Test {
 protected:
  TrapsBlocked() {
    sigemptyset(&trap_);
    sigaddset(&trap_, SIGTRAP);
    pthread_sigmask(SIG_BLOCK, &trap_, &before_);
  }
  ~TrapsBlocked() override {
    while (take_one() != none) continue;
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

  static bool one_waits() {
    sigset_t waiting;
    sigpending(&waiting);
    return sigismember(&waiting, SIGTRAP);
  }

  static void queue_for_thread(int code) {
    siginfo_t info = {};
    info.si_signo = SIGTRAP;
    info.si_code = code;
    call(SYS_rt_tgsigqueueinfo, getpid(), gettid(), SIGTRAP, &info);
  }

  // The code of the next one that waits.
  int take_one() const {
    const timespec now = {};
    siginfo_t info;
    return sigtimedwait(&trap_, &info, &now) == SIGTRAP ? info.si_code : none;
  }

  static constexpr int none = 12345, request = -7;

 private:
  sigset_t trap_, before_;
};

uint64_t cpu_time() { return clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID); }

class CpuTimerTest : public TrapsBlocked {
 protected:
  void expect_the_queue_free_after(const std::function<void(CpuTimer &)> &change) {
    CpuTimer timer;
    ASSERT_EQ(timer.open(millisecond), 0);
    while (!one_waits()) continue;
    change(timer);
    queue_for_thread(request);
    EXPECT_EQ(take_one(), request);
    EXPECT_EQ(take_one(), none);
    timer.close();
  }
};

TEST_F(CpuTimerTest, LeavesTheQueueFreeWhenItIsSetAnew) {
  expect_the_queue_free_after([](CpuTimer &timer) { timer.set_period(hour); });
}

TEST_F(CpuTimerTest, LeavesTheQueueFreeWhenItStops) {
  expect_the_queue_free_after([](CpuTimer &timer) { timer.stop(); });
}

TEST_F(CpuTimerTest, LeavesTheQueueFreeWhenItIsClosed) {
  expect_the_queue_free_after([](CpuTimer &timer) { timer.close(); });
}

TEST_F(CpuTimerTest, TellsThePeriodsThatItMissedOnce) {
  constexpr uint64_t period = 5 * millisecond;
  CpuTimer timer;
  uint64_t due = cpu_time() + period;
  ASSERT_EQ(timer.open_once(due), 0);
  EXPECT_EQ(timer.take_missed(period), 0u);
  // All of them, and none again, whenever the thread is interrupted here.
  for (const uint64_t most : {4, 0}) {
    while (cpu_time() < due + most * period) continue;
    const uint64_t before = cpu_time(), missed = timer.take_missed(period), after = cpu_time();
    EXPECT_GE(missed, (before - due) / period);
    EXPECT_LE(missed, (after - due) / period);
    due += missed * period;
  }
  timer.close();
}

// The next period is shorter than the time since the interrupt was due.
TEST_F(CpuTimerTest, TellsThePeriodThatItSkipsAtTheNextInterrupt) {
  constexpr uint64_t period = 100 * millisecond, shorter = 5 * millisecond;
  CpuTimer timer;
  const uint64_t due = cpu_time() + millisecond;
  ASSERT_EQ(timer.open_once(due), 0);
  while (cpu_time() < due + 2 * shorter) continue;
  ASSERT_EQ(timer.take_missed(period), 0u);
  timer.set_period(shorter);
  const uint64_t told = timer.take_missed(shorter), again = timer.take_missed(shorter);
  EXPECT_GE(told, 2u);
  EXPECT_LE(told + again, (cpu_time() - due) / shorter);
  timer.close();
}

TEST_F(CpuTimerTest, ForgetsPeriodsThatPassWhileNoInterruptIsTaken) {
  constexpr uint64_t period = 5 * millisecond;
  CpuTimer timer;
  const uint64_t due = cpu_time() + millisecond;
  ASSERT_EQ(timer.open_once(due), 0);
  while (cpu_time() < due + 2 * period) continue;
  timer.set_period(hour);
  EXPECT_EQ(timer.take_missed(period), 0u);
  timer.close();
}

TEST_F(TrapsBlocked, KeepWaitingIfTheyBelongToOthers) {
  queue_for_thread(request);
  kill(getpid(), SIGTRAP);
  take_waiting_traps([](const siginfo_t &) { return false; });
  EXPECT_EQ(take_one(), request);
  EXPECT_EQ(take_one(), SI_USER);
  EXPECT_EQ(take_one(), none);
}

TEST_F(TrapsBlocked, AreTakenIfTheyAreOurs) {
  queue_for_thread(request);
  kill(getpid(), SIGTRAP);
  take_waiting_traps([](const siginfo_t &info) { return info.si_code == request; });
  EXPECT_EQ(take_one(), SI_USER);
  EXPECT_EQ(take_one(), none);
}

}  // namespace
