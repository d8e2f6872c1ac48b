// SPDX-License-Identifier: MIT
// Code that is loaded or written in unusual ways is sampled, and its callers are true or said to be unknown.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "common/raw_format.h"
#include "support/program_symbols.h"
#include "support/recorded_run.h"

namespace {

const Variables settings = {{"HAGSTONE_PERIOD", "1000003"}, {"HAGSTONE_SEED", "1"}, {"HAGSTONE_TOOLS", "dead-stores"}};

RawFile record(const std::vector<std::string> &command) {
  RecordedRun run(command, settings);
  EXPECT_EQ(run.outcome(), run_plainly(command));
  EXPECT_TRUE(run.file().sound) << run.file().complaint;
  return run.file();
}

uint64_t value_of(const std::string &line, const std::string &name) {
  const size_t at = line.find(" " + name + "=");
  return std::stoull(line.substr(at + name.size() + 2), nullptr, 0);
}

struct Traps {
  uint64_t dead = 0;
  uint64_t used = 0;
};

// At stores of the module of this base name.
Traps traps_in(const RawFile &file, const std::string &module) {
  Traps traps;
  for (const PairLine &pair : file.pairs) {
    if (pair.watch.rfind(module + "+", 0) != 0) continue;
    if (pair.relation == "KILLED_BY") traps.dead += pair.traps;
    if (pair.relation == "USED_BY") traps.used += pair.traps;
  }
  return traps;
}

// While a library is loaded, its constructors may be interrupted before its call frame information is known.
void expect_callers_known(const RawFile &file) {
  std::set<uint64_t> partial;
  for (const std::string &line : file.contexts) {
    if (!(value_of(line, "flags") & HAGSTONE_CONTEXT_PARTIAL)) continue;
    partial.insert(value_of(line, "id"));
    if (partial.count(value_of(line, "parent"))) continue;
    EXPECT_EQ(value_of(line, "module"), HAGSTONE_MODULE_UNKNOWN) << line;
  }
}

TEST(ProgramCode, IsSampledInAnotherLinkNamespace) {
  const RawFile file = record({HAGSTONE_SAMPLES "/library_host", HAGSTONE_SAMPLES "/library.so", "namespace", "400000"});
  const Traps traps = traps_in(file, "library.so");
  EXPECT_GT(traps.dead, 10u);
  EXPECT_GT(traps.used, 10u);
  expect_callers_known(file);
}

// Half of the stores are dead; which ones does not follow from call frame information, and neither do their callers.
TEST(ProgramCode, IsSampledWithoutCallFrameInformation) {
  const RawFile file = record({HAGSTONE_SAMPLES "/library_host", HAGSTONE_SAMPLES "/library_without_frames.so", "400000"});
  const Traps traps = traps_in(file, "library_without_frames.so");
  EXPECT_GT(traps.dead, 10u);
  EXPECT_GT(traps.used, 10u);
  EXPECT_LT(file.statistics.at("dropped_imprecise"), file.statistics.at("traps") / 10);
  EXPECT_GT(file.statistics.at("frames_by_frame_pointer"), 20u);
  expect_callers_known(file);
}

// The symbols of the functions that are not exported are gone too.
TEST(ProgramCode, IsSampledWithoutCallFrameInformationAndSymbols) {
  const RawFile file = record({HAGSTONE_SAMPLES "/library_host", HAGSTONE_SAMPLES "/library_stripped.so", "400000"});
  const Traps traps = traps_in(file, "library_stripped.so");
  EXPECT_GT(traps.dead, 10u);
  EXPECT_GT(traps.used, 10u);
  EXPECT_LT(file.statistics.at("dropped_imprecise"), file.statistics.at("traps") / 10);
  expect_callers_known(file);
}

TEST(ProgramCode, IsNotCalledByDataWhoseAddressItPushes) {
  const std::string path = HAGSTONE_SAMPLES "/pushed_address";
  const RawFile file = record({path, "100000000"});
  EXPECT_GT(traps_in(file, "pushed_address").dead, 20u);
  const ProgramSymbols symbols(path);
  for (const std::string &line : file.contexts) {
    if (!(value_of(line, "flags") & HAGSTONE_CONTEXT_RETURN_ADDRESS) || value_of(line, "module") != 1) continue;
    EXPECT_NE(symbols.function_at(value_of(line, "offset")), "") << line;
  }
  EXPECT_GT(file.statistics.at("contexts_partial"), 0u);
}

}  // namespace
