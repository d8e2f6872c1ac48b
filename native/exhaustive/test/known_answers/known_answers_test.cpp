// SPDX-License-Identifier: GPL-2.0-or-later
//
// The engine on the samples whose truth is in their source, to the byte, however they were compiled.
#include "known_answers.h"

#include <gtest/gtest.h>

namespace hagstone::exhaustive::testing {
namespace {

constexpr uint64_t rounds = 100;

struct Sample {
  const char *source;
  const char *tools;
};

class KnownAnswers : public ::testing::TestWithParam<std::tuple<Sample, const char *>> {};

// The source names all pairs, but only some of the accesses that ended in no pair.
TEST_P(KnownAnswers, EqualTheSource) {
  const auto &[sample, variant] = GetParam();
  const std::string name = sample.source;
  const Answers expected = true_answers(std::string(HAGSTONE_SAMPLE_SOURCES "/") + name + ".c", rounds);
  for (const char *code : {"--generic=no", "--generic=yes"}) {
    SCOPED_TRACE(code);
    Answers measured = measured_answers(std::string(HAGSTONE_SAMPLES "/") + name + "_" + variant, rounds,
                                        {std::string("--measure=") + sample.tools, code});
    std::erase_if(measured, [&](const auto &each) {
      const std::string &later = std::get<2>(each.first);
      return (later == "unfinished" || later == "freed") && !expected.contains(each.first);
    });
    for (const auto &each : expected)
      if (each.second == Amount{}) measured.try_emplace(each.first);
    EXPECT_EQ(to_string(measured), to_string(expected));
  }
}

std::string answer_name(const ::testing::TestParamInfo<KnownAnswers::ParamType> &info) {
  return std::string(std::get<0>(info.param).source) + "_" + std::get<1>(info.param);
}

INSTANTIATE_TEST_SUITE_P(Samples, KnownAnswers,
                         ::testing::Combine(::testing::Values(Sample{"exhaustive_stores", "dead-stores,silent-stores"},
                                                              Sample{"exhaustive_loads", "redundant-loads"},
                                                              Sample{"exhaustive_registers", "registers"},
                                                              Sample{"exhaustive_objects", "spatial-loads"}),
                                            ::testing::Values("O0", "O2", "O3")),
                         answer_name);

}  // namespace
}  // namespace hagstone::exhaustive::testing
