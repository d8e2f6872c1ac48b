// SPDX-License-Identifier: MIT
#include "pmu/events/event_selection.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "pmu/events/event_table.h"
#include "pmu/testing/described_machine.h"

namespace hagstone {
namespace {

using testing::DescribedMachine;

// "loads 4:81d0" for every event: kind, type and config, config1 where there is one; ! where the kernel is not left
// out, * where the event counts every access.
std::string described(const PmuEvent *events, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; i++) {
    const PmuEvent &event = events[i];
    char line[128];
    const char *kind = event.kind == WantedAccess::loads ? "loads" : event.kind == WantedAccess::stores ? "stores" : "all";
    snprintf(line, sizeof line, "%s%s %x:%llx", i ? ", " : "", kind, event.type,
             static_cast<unsigned long long>(event.config));
    text += line;
    if (event.config1) text += "/" + std::to_string(event.config1);
    if (event.config2) text += "//" + std::to_string(event.config2);
    if (!event.exclude_kernel) text += "!";
    if (event.counts_accesses) text += "*";
  }
  return text;
}

std::string sampling(const EventSelection &selection) { return described(selection.sampling, selection.sampling_count); }
std::string counting(const EventSelection &selection) { return described(selection.counting, selection.counting_count); }

constexpr Processor intel(uint32_t model) { return {ProcessorVendor::intel, 6, model}; }
constexpr Processor amd(uint32_t family, uint32_t model) { return {ProcessorVendor::amd, family, model}; }

struct Generation {
  const char *name;
  Processor processor;
  bool hybrid;
  const char *core;  // EventSelection.processor
  const char *sampling;
  const char *counting;
};

class IntelGenerations : public ::testing::TestWithParam<Generation> {};

TEST_P(IntelGenerations, SampleByTheirOwnEvents) {
  const Generation &generation = GetParam();
  DescribedMachine machine;
  if (generation.hybrid)
    machine.with_intel_pmu("cpu_core", 4).with_intel_pmu("cpu_atom", 10);
  else
    machine.with_intel_pmu("cpu", 4);
  EventSelection selection;
  ASSERT_EQ(select_events(generation.processor, machine, HAGSTONE_ENGINE_PEBS, nullptr, selection), SelectionProblem::none);
  EXPECT_STREQ(selection.processor, generation.core);
  EXPECT_EQ(sampling(selection), generation.sampling);
  EXPECT_EQ(counting(selection), generation.counting);
  EXPECT_TRUE(selection.data_source);
  for (unsigned i = 0; i < selection.sampling_count; i++) EXPECT_EQ(selection.sampling[i].precise_ip, 2);
  for (unsigned i = 0; i < selection.counting_count; i++) EXPECT_EQ(selection.counting[i].precise_ip, 0);
}

constexpr char usual_sampling[] = "loads 4:81d0*, stores 4:82d0*";
constexpr char hybrid_sampling[] = "loads 4:81d0*, stores 4:82d0*, loads a:81d0*, stores a:82d0*";

INSTANTIATE_TEST_SUITE_P(
    Table, IntelGenerations,
    ::testing::Values(
        Generation{"Nehalem", intel(0x1a), false, "Nehalem", "loads 4:100b/3", "loads 4:10b*, stores 4:20b*"},
        Generation{"Westmere", intel(0x2c), false, "Nehalem", "loads 4:100b/3", "loads 4:10b*, stores 4:20b*"},
        Generation{"SandyBridge", intel(0x2a), false, "Sandy Bridge", "loads 4:1cd/3, stores 4:2cd", usual_sampling},
        Generation{"IvyBridge", intel(0x3e), false, "Sandy Bridge", "loads 4:1cd/3, stores 4:2cd", usual_sampling},
        Generation{"Haswell", intel(0x3c), false, "Haswell", usual_sampling, usual_sampling},
        Generation{"Broadwell", intel(0x4f), false, "Haswell", usual_sampling, usual_sampling},
        Generation{"Skylake", intel(0x5e), false, "Skylake", usual_sampling, usual_sampling},
        Generation{"IceLakeServer", intel(0x6a), false, "Skylake", usual_sampling, usual_sampling},
        Generation{"TigerLake", intel(0x8c), false, "Skylake", usual_sampling, usual_sampling},
        Generation{"RocketLake", intel(0xa7), false, "Skylake", usual_sampling, usual_sampling},
        Generation{"AlderLake", intel(0x97), true, "Golden Cove", hybrid_sampling, hybrid_sampling},
        Generation{"RaptorLake", intel(0xb7), true, "Golden Cove", hybrid_sampling, hybrid_sampling},
        Generation{"SapphireRapids", intel(0x8f), false, "Golden Cove", usual_sampling, usual_sampling},
        Generation{"EmeraldRapids", intel(0xcf), false, "Golden Cove", usual_sampling, usual_sampling},
        Generation{"MeteorLake", intel(0xaa), true, "Redwood Cove", hybrid_sampling, hybrid_sampling},
        Generation{"GraniteRapids", intel(0xad), false, "Redwood Cove", usual_sampling, usual_sampling},
        Generation{"LunarLake", intel(0xbd), true, "Lion Cove", hybrid_sampling, hybrid_sampling},
        Generation{"ArrowLake", intel(0xc6), true, "Lion Cove", hybrid_sampling, hybrid_sampling},
        Generation{"AlderLakeN", intel(0xbe), false, "Gracemont", usual_sampling, usual_sampling},
        Generation{"SierraForest", intel(0xaf), false, "Crestmont", usual_sampling, usual_sampling}),
    [](const auto &info) { return info.param.name; });

TEST(EventSelection, ThirdKindOfCoresIsSampledToo) {
  DescribedMachine machine;
  machine.with_intel_pmu("cpu_core", 4).with_intel_pmu("cpu_atom", 10).with_intel_pmu("cpu_lowpower", 11);
  EventSelection selection;
  ASSERT_EQ(select_events(intel(0xc5), machine, HAGSTONE_ENGINE_PEBS, nullptr, selection), SelectionProblem::none);
  EXPECT_EQ(selection.sampling_count, 6u);
  EXPECT_EQ(selection.sampling[5].type, 11u);
  EXPECT_EQ(selection.counting_count, 6u);
}

TEST(EventSelection, NehalemKnowsNoStores) {
  DescribedMachine machine;
  machine.with_intel_pmu("cpu", 4);
  EventSelection selection;
  ASSERT_EQ(select_events(intel(0x1a), machine, HAGSTONE_ENGINE_PEBS, nullptr, selection), SelectionProblem::none);
  EXPECT_TRUE(selection.samples(WantedAccess::loads));
  EXPECT_FALSE(selection.samples(WantedAccess::stores));
}

TEST(EventSelection, UnknownModelIsSampledByWhatItsPmuLists) {
  DescribedMachine machine;
  machine.with_intel_pmu("cpu", 4)
      .with("cpu/events/mem-loads", "event=0xcd,umask=0x1,ldlat=3")
      .with("cpu/events/mem-stores", "event=0xd0,umask=0x82");
  EventSelection selection;
  ASSERT_EQ(select_events(intel(0xff), machine, HAGSTONE_ENGINE_PEBS, nullptr, selection), SelectionProblem::none);
  EXPECT_EQ(sampling(selection), "loads 4:1cd/3, stores 4:82d0*");
  EXPECT_EQ(counting(selection), usual_sampling);
  EXPECT_TRUE(selection.data_source);
  machine.with("cpu/events/mem-loads-aux", "event=0x03,umask=0x82");
  ASSERT_EQ(select_events(intel(0xff), machine, HAGSTONE_ENGINE_PEBS, nullptr, selection), SelectionProblem::none);
  EXPECT_FALSE(selection.data_source);
}

TEST(EventSelection, UnknownModelWithoutAListIsRefused) {
  DescribedMachine machine;
  machine.with_intel_pmu("cpu", 4);
  EventSelection selection;
  EXPECT_EQ(select_events(intel(0xff), machine, HAGSTONE_ENGINE_PEBS, nullptr, selection),
            SelectionProblem::unknown_processor);
}

TEST(EventSelection, MachinesWithoutTheEnginesPmuAreRefused) {
  DescribedMachine nothing, intel_machine, amd_machine;
  intel_machine.with_intel_pmu("cpu", 4);
  amd_machine.with_ibs(9, true);
  EventSelection selection;
  EXPECT_EQ(select_events(intel(0x5e), nothing, HAGSTONE_ENGINE_PEBS, nullptr, selection), SelectionProblem::no_pmu);
  EXPECT_EQ(select_events(amd(0x19, 1), nothing, HAGSTONE_ENGINE_IBS, nullptr, selection), SelectionProblem::no_pmu);
  EXPECT_EQ(select_events(intel(0x5e), intel_machine, HAGSTONE_ENGINE_IBS, nullptr, selection), SelectionProblem::no_pmu);
  EXPECT_EQ(select_events(amd(0x19, 1), amd_machine, HAGSTONE_ENGINE_PEBS, nullptr, selection), SelectionProblem::no_pmu);
}

struct AmdGeneration {
  Processor processor;
  const char *name;
};
constexpr AmdGeneration amd_generations[] = {
    {amd(0x17, 0x01), "Zen"},   {amd(0x17, 0x31), "Zen 2"}, {amd(0x17, 0x71), "Zen 2"}, {amd(0x19, 0x01), "Zen 3"},
    {amd(0x19, 0x21), "Zen 3"}, {amd(0x19, 0x11), "Zen 4"}, {amd(0x19, 0x61), "Zen 4"}, {amd(0x1a, 0x02), "Zen 5"}};

TEST(EventSelection, AmdSamplesEveryOperation) {
  for (const AmdGeneration &generation : amd_generations) {
    DescribedMachine machine;
    machine.with_ibs(9, true);
    EventSelection selection;
    ASSERT_EQ(select_events(generation.processor, machine, HAGSTONE_ENGINE_IBS, nullptr, selection),
              SelectionProblem::none);
    EXPECT_STREQ(selection.processor, generation.name);
    EXPECT_EQ(sampling(selection), "all 9:80000//1");
    EXPECT_EQ(counting(selection), "loads 4:529*, stores 4:629*");
    EXPECT_EQ(selection.sampling[0].precise_ip, 0);
  }
}

TEST(EventSelection, AmdWithoutSoftwareFilterSamplesTheKernelToo) {
  DescribedMachine machine;
  machine.with_ibs(9, false);
  EventSelection selection;
  ASSERT_EQ(select_events(amd(0x17, 0x31), machine, HAGSTONE_ENGINE_IBS, nullptr, selection), SelectionProblem::none);
  EXPECT_EQ(sampling(selection), "all 9:80000!");
}

TEST(EventSelection, NamedEventsTakeThePlaceOfTheProcessorsOwn) {
  DescribedMachine machine;
  machine.with_intel_pmu("cpu", 4);
  EventSelection selection;
  ASSERT_EQ(select_events(intel(0x5e), machine, HAGSTONE_ENGINE_PEBS, "loads:4:1cd:1e:0,stores:4:82D0:0:0", selection),
            SelectionProblem::none);
  EXPECT_EQ(sampling(selection), "loads 4:1cd/30, stores 4:82d0");
  EXPECT_EQ(counting(selection), usual_sampling);
}

TEST(EventSelection, NamedEventsNeedNoKnownPmu) {
  DescribedMachine nothing;
  EventSelection selection;
  ASSERT_EQ(select_events({ProcessorVendor::other, 0, 0}, nothing, HAGSTONE_ENGINE_PEBS, "stores:1:2:0:0", selection),
            SelectionProblem::none);
  EXPECT_EQ(sampling(selection), "stores 1:2");
  EXPECT_EQ(selection.counting_count, 0u);
  EXPECT_TRUE(selection.named);
  EXPECT_TRUE(selection.samples_all(WantedAccess::stores));
  EXPECT_FALSE(selection.samples_all(WantedAccess::both));
}

TEST(EventSelection, UnreadableNamedEventsAreRefused) {
  DescribedMachine machine;
  machine.with_intel_pmu("cpu", 4);
  EventSelection selection;
  for (const char *events :
       {"", "loads", "loads:", "loads:4:1cd:0", "loads:4:1cd:0:0,", "reads:4:1cd:0:0", "loads:4:xyz:0:0",
        "loads:4:1cd:0:0:0", "loads:100000000:1cd:0:0", "loads:4:12345678912345678:0:0",
        "all:1:1:1:1,all:1:1:1:1,all:1:1:1:1,all:1:1:1:1,all:1:1:1:1,all:1:1:1:1,all:1:1:1:1"})
    EXPECT_EQ(select_events(intel(0x5e), machine, HAGSTONE_ENGINE_PEBS, events, selection), SelectionProblem::bad_events)
        << events;
}

TEST(Processor, IsReadFromThisMachine) {
  const Processor processor = this_processor();
  if (processor.vendor == ProcessorVendor::other) GTEST_SKIP() << "neither an Intel nor an AMD processor";
  EXPECT_GE(processor.family, 6u);
}

}  // namespace
}  // namespace hagstone
