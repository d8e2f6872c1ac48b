// SPDX-License-Identifier: GPL-2.0-or-later
//
// Value profiles of the whole engine: on a sample whose source states them, and with the code in translations against a
// call for each value.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "pattern.h"
#include "recording_of.h"

namespace hagstone::exhaustive::testing {
namespace {

constexpr uint64_t value_rounds = 100'000;
const std::string all_values = "--values=all";

struct Table {
  hagstone_value_table counts;
  std::vector<std::pair<uint64_t, uint64_t>> values;  // and how often each came
  uint64_t count(size_t place) const { return place < values.size() ? values[place].second : 0; }
};
// Module's path, offset, role, slot and flags.
using Place = std::tuple<std::string, uint64_t, int, int, int>;

std::map<Place, Table> tables_of(const RawFile &recording) {
  std::map<uint32_t, std::string> modules;
  for (const RawRecord *each : recording.of(HAGSTONE_RECORD_MODULE)) {
    const auto &module = each->as<hagstone_module>();
    modules[module.index] = each->text(sizeof module + module.build_id_length, module.path_length);
  }
  std::map<Place, Table> tables;
  for (const RawRecord *each : recording.of(HAGSTONE_RECORD_VALUE_TABLE)) {
    Table table = {each->as<hagstone_value_table>(), {}};
    const auto *entry = reinterpret_cast<const hagstone_value_count *>(&each->as<hagstone_value_table>() + 1);
    for (int i = 0; i < table.counts.entry_count && entry[i].count; i++)
      table.values.emplace_back(entry[i].value, entry[i].count);
    const auto &counts = table.counts;
    tables[{modules[counts.module], counts.offset, counts.role, counts.slot, counts.flags}] = table;
  }
  return tables;
}

std::map<std::string, uint64_t> label_addresses(const std::string &program) {
  const std::unique_ptr<FILE, int (*)(FILE *)> pipe(popen(("nm '" + program + "'").c_str(), "r"), pclose);
  if (!pipe) throw std::runtime_error("cannot run nm");
  std::map<std::string, uint64_t> labels;
  char line[1024];
  while (fgets(line, sizeof line, pipe.get())) {
    std::istringstream words(line);
    std::string address, kind, name;
    if (words >> address >> kind >> name && name.starts_with("at_"))
      labels[name.substr(3)] = std::stoull(address, nullptr, 16);
  }
  return labels;
}

struct Answer {
  std::string label, what, type, first, second, repeats, zeros;
};

std::vector<Answer> answers_in(const std::string &source) {
  std::ifstream file(source);
  const std::string form =
      R"( \*   (\w+)\s+((?:loaded|stored|result|operand|parameter)\S*)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)(?:\s.*)?)";
  std::vector<Answer> answers;
  for (std::string line; std::getline(file, line) && line.find("*/") == std::string::npos;) {
    const auto part = parts_of(line, form);
    if (!part.empty()) answers.push_back({part[1], part[2], part[3], part[4], part[5], part[6], part[7]});
  }
  if (answers.size() < 30) throw std::runtime_error("answers are missing in " + source);
  return answers;
}

// 12, N, N/2, N-1.
uint64_t amount_in(const std::string &text) {
  const auto part = parts_of(text, R"(>?(N)?([/-])?(\d+)?)");
  if (part.empty()) throw std::runtime_error("no amount: " + text);
  const uint64_t number = part[3].empty() ? 0 : std::stoull(part[3]);
  if (part[1].empty()) return number;
  if (part[2].empty()) return value_rounds;
  return part[2] == "/" ? value_rounds / number : value_rounds - number;
}

void expect_amount(const std::string &expected, uint64_t found, const std::string &what) {
  if (expected[0] == '>') {
    EXPECT_GT(found, amount_in(expected)) << what;
  } else {
    EXPECT_EQ(found, amount_in(expected)) << what;
  }
}

int role_of(const std::string &what) {
  static const std::map<std::string, int> roles = {{"loaded", HAGSTONE_VALUE_LOADED},
                                                   {"stored", HAGSTONE_VALUE_STORED},
                                                   {"result", HAGSTONE_VALUE_RESULT},
                                                   {"parameter", HAGSTONE_VALUE_PARAMETER},
                                                   {"operand", HAGSTONE_VALUE_OPERAND}};
  return roles.at(what.substr(0, what.find_first_of("-.")));
}

int class_of(const std::string &type) {
  static const std::map<std::string, int> classes = {{"none", 0},
                                                     {"integer-load", HAGSTONE_CLASS_INTEGER_LOAD},
                                                     {"FP-load", HAGSTONE_CLASS_FP_LOAD},
                                                     {"store", HAGSTONE_CLASS_STORE},
                                                     {"address", HAGSTONE_CLASS_ADDRESS},
                                                     {"integer-multiply", HAGSTONE_CLASS_INTEGER_MULTIPLY},
                                                     {"FP-multiply", HAGSTONE_CLASS_FP_MULTIPLY},
                                                     {"FP-divide", HAGSTONE_CLASS_FP_DIVIDE},
                                                     {"integer", HAGSTONE_CLASS_INTEGER_ARITHMETIC},
                                                     {"FP", HAGSTONE_CLASS_FP_ARITHMETIC},
                                                     {"compare", HAGSTONE_CLASS_COMPARE},
                                                     {"shift", HAGSTONE_CLASS_SHIFT},
                                                     {"conditional", HAGSTONE_CLASS_CONDITIONAL_MOVE},
                                                     {"FP-other", HAGSTONE_CLASS_FP_OTHER}};
  return classes.at(type);
}

// The table of `what` at an instruction: its number counts for operands and parameters, its element for all.
std::optional<Table> table_at(const std::map<Place, Table> &tables, const std::string &program, uint64_t offset,
                              const std::string &what) {
  const size_t dash = what.find('-'), dot = what.find('.');
  const int element = dot == std::string::npos ? 0 : std::stoi(what.substr(dot + 1));
  for (const auto &[place, table] : tables) {
    const auto &[module, at, role, slot, flags] = place;
    if (at != offset || role != role_of(what) || slot % 8 != element || flags != 0) continue;
    if (dash != std::string::npos && slot / 8 != std::stoi(what.substr(dash + 1))) continue;
    if (std::filesystem::equivalent(module, program)) return table;
  }
  return std::nullopt;
}

class ValueAnswers : public ::testing::TestWithParam<const char *> {
 protected:
  std::string program() const { return std::string(HAGSTONE_SAMPLES "/exhaustive_values_") + GetParam(); }
  std::map<Place, Table> recorded(const std::vector<std::string> &options, uint64_t times) const {
    std::vector<std::string> all = {"--measure=values", all_values};
    all.insert(all.end(), options.begin(), options.end());
    return tables_of(recording_of("'" + program() + "' " + std::to_string(times), all));
  }
};

TEST_P(ValueAnswers, AreFound) {
  const std::map<Place, Table> tables = recorded({}, value_rounds);
  const std::map<std::string, uint64_t> labels = label_addresses(program());
  for (const Answer &answer : answers_in(HAGSTONE_SAMPLE_SOURCES "/exhaustive_values.c")) {
    const std::string what = answer.label + " " + answer.what;
    const std::optional<Table> table = table_at(tables, program(), labels.at(answer.label), answer.what);
    ASSERT_TRUE(table) << what;
    EXPECT_EQ(table->counts.instruction_class, class_of(answer.type)) << what;
    EXPECT_EQ(table->counts.executions, value_rounds) << what;
    EXPECT_EQ(table->counts.profiled, value_rounds) << what;
    expect_amount(answer.first, table->count(0), what + ", first");
    expect_amount(answer.second, table->count(1), what + ", second");
    expect_amount(answer.repeats, table->counts.repeats, what + ", repeats");
    expect_amount(answer.zeros, table->counts.zeros, what + ", zeros");
  }
}
INSTANTIATE_TEST_SUITE_P(Levels, ValueAnswers, ::testing::Values("O0", "O2", "O3"),
                         [](const auto &info) { return std::string(info.param); });

constexpr uint64_t few_rounds = 20'000;
class Values : public ValueAnswers {};

TEST_P(Values, LateValuesStayOutsideWithoutClearing) {
  const std::optional<Table> table = table_at(recorded({"--value-clearing=no"}, few_rounds), program(),
                                              label_addresses(program()).at("fighting"), "loaded");
  ASSERT_TRUE(table);
  EXPECT_LT(table->count(0), few_rounds / 100);
}

// The dynamic linker and the C library handle random bytes of the kernel: only the program itself is compared.
TEST_P(Values, CodeInTranslationsCountsWhatACallForEachValueCounts) {
  for (const char *profile : {"--value-profile=full", "--value-profile=rising", "--value-profile=bounds"}) {
    const std::map<Place, Table> fast = recorded({profile, "--value-reference=yes"}, few_rounds);
    const std::map<Place, Table> told = recorded({profile, "--value-reference=yes", "--generic=yes"}, few_rounds);
    size_t compared = 0;
    for (const auto &[place, table] : told) {
      if (!std::filesystem::equivalent(std::get<0>(place), program())) continue;
      const auto found = fast.find(place);
      ASSERT_NE(found, fast.end()) << std::hex << std::get<1>(place);
      EXPECT_EQ(found->second.counts.executions, table.counts.executions);
      EXPECT_EQ(found->second.counts.profiled, table.counts.profiled);
      EXPECT_EQ(found->second.counts.repeats, table.counts.repeats);
      EXPECT_EQ(found->second.counts.zeros, table.counts.zeros);
      EXPECT_EQ(found->second.counts.converged, table.counts.converged);
      if (table.counts.executions != few_rounds) continue; // start-up code sees random addresses
      compared++;
      EXPECT_EQ(found->second.values, table.values) << std::hex << std::get<1>(place);
    }
    EXPECT_GT(compared, 100u);
  }
}

TEST_P(Values, ReferenceBesideAConvergentProfileIsTheFullProfile) {
  const std::map<Place, Table> full = recorded({}, few_rounds);
  size_t compared = 0, paused = 0;
  for (const auto &[place, table] : recorded({"--value-profile=rising", "--value-reference=yes"}, few_rounds)) {
    auto [module, offset, role, slot, flags] = place;
    if (table.counts.executions != few_rounds || !std::filesystem::equivalent(module, program())) continue;
    paused += table.counts.profiled < few_rounds;
    if (flags != HAGSTONE_VALUE_TABLE_REFERENCE) continue;
    compared++;
    EXPECT_EQ(full.at({module, offset, role, slot, 0}).values, table.values);
  }
  EXPECT_GT(compared, 100u);
  EXPECT_GT(paused, compared / 2);
}
INSTANTIATE_TEST_SUITE_P(Optimised, Values, ::testing::Values("O2"),
                         [](const auto &info) { return std::string(info.param); });

}  // namespace
}  // namespace hagstone::exhaustive::testing
