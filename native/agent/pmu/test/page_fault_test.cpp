// SPDX-License-Identifier: MIT
// Page faults in place of memory events: the kernel samples them with addresses, registers and all other fields through
// the same ring buffers, and every machine has them. Only the processor stays untested.
#include <errno.h>
#include <gtest/gtest.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <vector>

#include "base/own_descriptors.h"
#include "code/emulation/signal_registers.h"
#include "code/testing/own_modules.h"
#include "pmu/access_clock.h"
#include "pmu/pmu_source.h"
#include "sampling/known_sample.h"

extern "C" void hagstone_store_to_pages(uint64_t *first, uint64_t pages);
extern "C" const char hagstone_store_before[];

namespace hagstone {
namespace {

constexpr uint64_t page = 4096;

// Addresses of fresh pages, unmapped at the end.
class Pages {
 public:
  explicit Pages(uint64_t count) : count_(count) {
    first_ =
        static_cast<uint64_t *>(mmap(nullptr, count * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    madvise(first_, count * page, MADV_NOHUGEPAGE);
  }
  ~Pages() { munmap(first_, count_ * page); }
  void touch() { hagstone_store_to_pages(first_, count_); }
  uint64_t address(uint64_t i) const { return reinterpret_cast<uint64_t>(first_) + i * page; }

 private:
  uint64_t count_;
  uint64_t *first_;
};

PmuEvent faults(WantedAccess kind, uint64_t config) { return {kind, PERF_TYPE_SOFTWARE, config, 0, 0, 0, true, true}; }

EventSelection selection_of(const std::vector<PmuEvent> &events) {
  EventSelection selection = {};
  selection.engine = HAGSTONE_ENGINE_PEBS;
  selection.processor = "page faults";
  selection.data_source = true;
  for (const PmuEvent &event : events) {
    selection.sampling[selection.sampling_count++] = event;
    selection.counting[selection.counting_count++] = event;
  }
  return selection;
}

PmuSource *interrupting = nullptr;
const ModuleMapSnapshot *modules = nullptr;
constexpr unsigned most_interrupts = 256;
KnownSamples interrupts[most_interrupts];  // the samples of each interrupt
unsigned interrupt_count = 0;

void on_trap(int, siginfo_t *, void *context) {
  if (interrupt_count == most_interrupts) return;
  interrupts[interrupt_count] = {};
  interrupting->take_samples(registers_from(*static_cast<ucontext_t *>(context)), *modules, interrupts[interrupt_count]);
  interrupt_count++;
}

class PageFaults : public ::testing::TestWithParam<hagstone_transport> {
 protected:
  void SetUp() override {
    reserve_descriptor_range();
    modules = &testing::own_modules();
    interrupt_count = 0;
    struct sigaction action = {};
    action.sa_sigaction = on_trap;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigaction(SIGTRAP, &action, &former_);
  }
  void TearDown() override { sigaction(SIGTRAP, &former_, nullptr); }

  // Opens a source of those events; false with a reason to skip where perf is forbidden.
  bool open(PmuSource &source, uint64_t period, std::string &reason) {
    interrupting = &source;
    const int failure = source.open(period);
    if (failure == 0) {
      warm_up(period);
      return true;
    }
    EXPECT_TRUE(failure == -EACCES || failure == -EPERM || failure == -ENOSYS) << strerror(-failure);
    reason = std::string("perf_event_open is forbidden here: ") + strerror(-failure);
    return false;
  }

  // A fault of the handler itself is a sample too: it has its pages from now on.
  void warm_up(uint64_t period) {
    for (KnownSamples &samples : interrupts) samples = {};
    Pages pages(4 * period);
    pages.touch();
    interrupt_count = 0;
  }

  struct sigaction former_ = {};
};

TEST_P(PageFaults, EachIsInTheRingWhenItsSignalComes) {
  const PmuSettings settings = {
      selection_of({faults(WantedAccess::stores, PERF_COUNT_SW_PAGE_FAULTS)}), WantedAccess::stores, {}};
  Pages pages(100);
  PmuSource source(settings, GetParam());
  std::string reason;
  if (!open(source, 1, reason)) GTEST_SKIP() << reason;
  pages.touch();
  source.close();
  unsigned seen = 0;
  for (unsigned i = 0; i < interrupt_count; i++) {
    const KnownSamples &samples = interrupts[i];
    ASSERT_LE(samples.count, 1u);
    if (!samples.count || samples.items[0].access.address != pages.address(seen)) continue;
    const SampledAccess &access = samples.items[0].access;
    EXPECT_EQ(access.instruction, reinterpret_cast<uint64_t>(hagstone_store_before));
    EXPECT_EQ(access.length, 8u);
    EXPECT_TRUE(access.store);
    EXPECT_EQ(samples.items[0].registers.general[register_rdi], access.address);
    EXPECT_EQ(samples.loss_count, 0u);
    seen++;
  }
  EXPECT_EQ(seen, 100u);
}

TEST_P(PageFaults, PeriodsAreKeptAndChangedToThePrimeBeside) {
  const PmuSettings settings = {
      selection_of({faults(WantedAccess::stores, PERF_COUNT_SW_PAGE_FAULTS)}), WantedAccess::stores, {}};
  Pages every_fifth(100), every_eleventh(100);
  PmuSource source(settings, GetParam());
  std::string reason;
  if (!open(source, 5, reason)) GTEST_SKIP() << reason;
  every_fifth.touch();
  const unsigned before = interrupt_count;
  source.set_period(10);
  every_eleventh.touch();
  source.stop();
  const unsigned after = interrupt_count;
  Pages unseen(100);
  unseen.touch();
  EXPECT_EQ(interrupt_count, after);
  source.close();
  // The test itself may fault a few times.
  EXPECT_GE(before, 20u);
  EXPECT_LE(before, 23u);
  EXPECT_GE(after - before, 9u);
  EXPECT_LE(after - before, 12u);
}

TEST_P(PageFaults, TwoEventsShareARing) {
  const PmuSettings settings = {selection_of({faults(WantedAccess::stores, PERF_COUNT_SW_PAGE_FAULTS),
                                              faults(WantedAccess::both, PERF_COUNT_SW_PAGE_FAULTS_MIN)}),
                                WantedAccess::stores,
                                {}};
  Pages pages(50);
  PmuSource source(settings, GetParam());
  std::string reason;
  if (!open(source, 1, reason)) GTEST_SKIP() << reason;
  pages.touch();
  source.close();
  uint64_t taken = 0;
  for (unsigned i = 0; i < interrupt_count; i++) {
    for (unsigned j = 0; j < interrupts[i].count; j++) {
      const uint64_t address = interrupts[i].items[j].access.address;
      taken += address >= pages.address(0) && address < pages.address(50);
    }
  }
  EXPECT_EQ(taken, 100u);
}

using DiscardedPageFaults = PageFaults;

TEST_P(DiscardedPageFaults, DoNotComeLater) {
  const PmuSettings settings = {
      selection_of({faults(WantedAccess::stores, PERF_COUNT_SW_PAGE_FAULTS)}), WantedAccess::stores, {}};
  Pages pages(10);
  PmuSource source(settings, GetParam());
  std::string reason;
  if (!open(source, 1, reason)) GTEST_SKIP() << reason;
  signal(SIGTRAP, SIG_IGN);
  pages.touch();
  source.stop();
  source.discard_samples();
  KnownSamples samples;
  source.take_samples({}, *modules, samples);
  EXPECT_EQ(samples.count, 0u);
  EXPECT_EQ(samples.loss_count, 0u);
  source.close();
}

// A synchronous signal that is ignored would kill.
INSTANTIATE_TEST_SUITE_P(Transports, DiscardedPageFaults, ::testing::Values(HAGSTONE_TRANSPORT_ASYNC),
                         [](const auto &) { return "Async"; });

INSTANTIATE_TEST_SUITE_P(Transports, PageFaults, ::testing::Values(HAGSTONE_TRANSPORT_SIGTRAP, HAGSTONE_TRANSPORT_ASYNC),
                         [](const auto &info) { return info.param == HAGSTONE_TRANSPORT_SIGTRAP ? "Sigtrap" : "Async"; });

TEST(CountedPageFaults, AreReadLikeAccesses) {
  reserve_descriptor_range();
  const EventSelection events = selection_of({faults(WantedAccess::loads, PERF_COUNT_SW_PAGE_FAULTS),
                                              faults(WantedAccess::stores, PERF_COUNT_SW_PAGE_FAULTS_MIN)});
  AccessClock clock;
  const int failure = clock.open(events);
  if (failure == -EACCES || failure == -EPERM || failure == -ENOSYS) GTEST_SKIP() << strerror(-failure);
  ASSERT_EQ(failure, 0);
  Pages pages(100), own_pages(100);
  ASSERT_EQ(clock.enter(), DistanceBreak::none);
  ASSERT_EQ(clock.leave(), DistanceBreak::none);
  const uint64_t before = clock.now();
  pages.touch();
  ASSERT_EQ(clock.enter(), DistanceBreak::none);
  own_pages.touch();
  ASSERT_EQ(clock.leave(), DistanceBreak::none);
  ASSERT_EQ(clock.enter(), DistanceBreak::none);
  EXPECT_EQ(clock.now() - before, 200u);
  EXPECT_EQ(clock.own(), 200u);
  clock.close();
  EXPECT_FALSE(clock.is_open());
}

TEST(CountedPageFaults, NoCountersAreRefused) {
  AccessClock clock;
  EXPECT_EQ(clock.open({}), -ENOENT);
}

}  // namespace
}  // namespace hagstone
