// SPDX-License-Identifier: MIT
// Marks of programs (resources/include/hagstone.h) under the sampler.
#include <gtest/gtest.h>

#include <cinttypes>
#include <map>

#include "common/raw_format.h"
#include "support/program_symbols.h"
#include "support/recorded_run.h"

namespace {

const std::string program = HAGSTONE_SAMPLES "/marked_regions";
constexpr uint32_t module_of_program = 1;  // the first that the dynamic linker tells

struct Context {
  uint32_t parent;
  uint32_t module;
  uint64_t offset;
};

std::map<uint32_t, Context> contexts_of(const RawFile &file) {
  std::map<uint32_t, Context> contexts;
  for (const std::string &line : file.contexts) {
    unsigned writer, id, flags;
    Context context;
    if (sscanf(line.c_str(), "context writer=%u id=%u parent=%u module=%u flags=%u offset=0x%" SCNx64, &writer, &id,
               &context.parent, &context.module, &flags, &context.offset) != 6)
      ADD_FAILURE() << line;
    contexts[id] = context;
  }
  return contexts;
}

// Regions around the context, the outermost first.
std::string regions_of(const std::map<uint32_t, Context> &contexts, uint32_t id) {
  std::string regions;
  for (; id; id = contexts.at(id).parent)
    if (contexts.at(id).module == HAGSTONE_MODULE_REGION) regions = std::to_string(contexts.at(id).offset) + "/" + regions;
  return regions;
}

TEST(Marks, TellRegionsAndLeaveOutWhatIsNotCollected) {
  RecordedRun run({program});
  EXPECT_EQ(run.outcome().status, 0) << run.outcome();
  const RawFile &file = run.file();
  EXPECT_TRUE(file.sound) << file.complaint;
  const ProgramSymbols symbols(program);
  const auto contexts = contexts_of(file);
  std::map<std::string, unsigned> work_by_regions;
  for (const auto &[id, context] : contexts) {
    const std::string function = context.module == module_of_program ? symbols.function_at(context.offset) : "";
    EXPECT_EQ(function.find("hidden"), std::string::npos) << "collected although it was stopped";
    if (function.find("work") != std::string::npos) work_by_regions[regions_of(contexts, id)]++;
  }
  std::vector<std::string> found;
  for (const auto &[regions, count] : work_by_regions) found.push_back(regions);
  EXPECT_EQ(found, (std::vector<std::string>{"", "1/", "2/", "2/3/"}));
  EXPECT_EQ(file.statistics.at("collection_stops"), 1u);
  EXPECT_GT(file.statistics.at("paused"), 0u);
}

TEST(Marks, RegionsThatAreLeftOutEndNoOthers) {
  const std::string odd = HAGSTONE_TARGETS "/odd_regions";
  RecordedRun run({odd});
  EXPECT_EQ(run.outcome().status, 0) << run.outcome();
  const ProgramSymbols symbols(odd);
  const auto contexts = contexts_of(run.file());
  unsigned found = 0;
  for (const auto &[id, context] : contexts) {
    if (context.module != module_of_program || symbols.function_at(context.offset) != "work") continue;
    EXPECT_EQ(regions_of(contexts, id), "1/");
    found++;
  }
  EXPECT_GT(found, 0u);
  EXPECT_GT(run.file().statistics.at("dropped_regions"), 80u);
}

TEST(Marks, ChangeNothingWithoutTheAgent) {
  const Outcome outcome = run_plainly({program, "1000"});
  EXPECT_EQ(outcome, (Outcome{"", 0}));
}

}  // namespace
