// SPDX-License-Identifier: MIT
#include "pmu/pmu_self_test.h"

#include "pmu/access_clock.h"
#include "sampling/known_sample.h"

extern "C" void hagstone_memory_loop(uint64_t *words, uint64_t rounds);

namespace hagstone {

namespace {

constexpr unsigned word_count = 8;
constexpr uint64_t rounds = 4'000;  // of 8 loads and 8 stores
constexpr uint64_t test_period = 1'009;
constexpr unsigned attempts = 20;

uint64_t touched_words[word_count] = {};

void touch_words() { hagstone_memory_loop(touched_words, rounds); }

bool is_of_the_loop(const SampledAccess &access, const ModuleMapSnapshot &modules) {
  AddressRange loop;
  const uint64_t start = reinterpret_cast<uint64_t>(touched_words);
  return modules.function_bounds(reinterpret_cast<uint64_t>(&hagstone_memory_loop), loop) &&
         loop.contains(access.instruction) && access.address >= start &&
         access.address + access.length <= start + word_count * sizeof(uint64_t);
}

// Kinds of accesses that were sampled as they should be, by several runs: each may find the newest sample of an event
// outside the loop.
uint8_t sampled_kinds(PmuSource &source, uint8_t wanted, const ModuleMapSnapshot &modules) {
  Registers in_loop = {};
  in_loop.instruction = reinterpret_cast<uint64_t>(&hagstone_memory_loop);
  uint8_t kinds = 0;
  for (unsigned attempt = 0; attempt < attempts && (kinds & wanted) != wanted; attempt++) {
    touch_words();
    KnownSamples samples;
    source.take_samples(in_loop, modules, samples);
    for (unsigned i = 0; i < samples.count; i++) {
      const SampledAccess &access = samples.items[i].access;
      if (is_of_the_loop(access, modules))
        kinds |= static_cast<uint8_t>(access.store ? WantedAccess::stores : WantedAccess::loads);
    }
  }
  return kinds;
}

bool counts_accesses(const EventSelection &events) {
  constexpr uint64_t expected = rounds * word_count * 2;
  AccessClock clock;
  if (clock.open(events) < 0) return false;
  const DistanceBreak before = clock.enter();
  const uint64_t start = clock.now();
  touch_words();
  const DistanceBreak after = clock.enter();
  const uint64_t counted = clock.now() - start;
  clock.close();
  // Dispatched accesses (AMD) include some that never retire.
  return before == DistanceBreak::none && after == DistanceBreak::none && counted >= expected && counted < expected * 2;
}

}  // namespace

PmuSelfTest test_pmu(const PmuSettings &settings, hagstone_transport transport, const ModuleMapSnapshot &modules) {
  PmuSettings of_own_code = settings;
  of_own_code.own_code = {};
  PmuSource source(of_own_code, transport);
  const int failure = source.open(test_period);
  if (failure < 0) return {HAGSTONE_FAILURE_no_performance_counters, -failure, false};
  const auto wanted = static_cast<uint8_t>(settings.wanted);
  const bool passed = settings.events.named || (sampled_kinds(source, wanted, modules) & wanted) == wanted;
  source.close();
  return {passed ? HAGSTONE_FAILURE_none : HAGSTONE_FAILURE_performance_counters_silent, 0,
          counts_accesses(settings.events)};
}

}  // namespace hagstone
