// SPDX-License-Identifier: GPL-2.0-or-later
//
// Marks of programs (resources/include/hagstone.h) in four languages, on samples whose source states the expected
// findings.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>

#include "hagstone.h"
#include "recording_of.h"

namespace hagstone::exhaustive::testing {
namespace {

const std::vector<std::string> measured = {"--measure=dead-stores"};

std::string sample(const std::string &name) { return std::string(HAGSTONE_SAMPLES "/") + name; }

std::string object_name(const RawFile &file, uint32_t id) {
  for (const RawRecord *record : file.of(HAGSTONE_RECORD_OBJECT)) {
    const auto &object = record->as<hagstone_object>();
    if (object.id != id) continue;
    return object.kind == HAGSTONE_OBJECT_STATIC ? record->text(sizeof object, object.name_length)
           : object.kind == HAGSTONE_OBJECT_HEAP ? "heap"
                                                 : "mapping";
  }
  return "none";
}

// "elements unique above/inspections" by "object exactly" or "object approximately"; of arrays.
std::map<std::string, std::string> arrays_of(const RawFile &file) {
  std::map<std::string, std::string> found;
  for (const auto &values : file.all<hagstone_spatial_values>(HAGSTONE_RECORD_SPATIAL_VALUES)) {
    if (values.group != HAGSTONE_GROUP_ARRAY) continue;
    const std::string name = object_name(file, values.object) + (values.approximate ? " approximately" : " exactly");
    EXPECT_FALSE(found.contains(name)) << name;
    found[name] = std::to_string(values.elements) + " " + std::to_string(values.unique) + " " +
                  std::to_string(values.above) + "/" + std::to_string(values.inspections);
  }
  return found;
}

hagstone_spatial_values values_of(const RawFile &file, const std::string &object) {
  for (const auto &values : file.all<hagstone_spatial_values>(HAGSTONE_RECORD_SPATIAL_VALUES))
    if (object_name(file, values.object) == object) return values;
  return {};
}

template <typename T>
T as(const uint8_t *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

uint64_t statistic(const RawFile &file, hagstone_statistic which) {
  return file.of(HAGSTONE_RECORD_STATISTICS).at(0)->words.at(which);
}

class MarksAtLevel : public ::testing::TestWithParam<const char *> {};

TEST_P(MarksAtLevel, FindTheEqualValuesOfArrays) {
  const RawFile file = recording_of(sample(std::string("marked_values_") + GetParam()), measured);
  EXPECT_EQ(arrays_of(file), (std::map<std::string, std::string>{{"four_values exactly", "1000 4 1/1"},
                                                                 {"rising approximately", "100 10 1/1"},
                                                                 {"signed_zeros approximately", "100 1 1/1"},
                                                                 {"signed_zeros exactly", "100 2 1/1"},
                                                                 {"not_numbers approximately", "100 3 1/1"},
                                                                 {"records exactly", "50 5 1/1"},
                                                                 {"backwards exactly", "100 10 1/1"},
                                                                 {"extended exactly", "64 8 1/1"},
                                                                 {"steps exactly", "200 100 2/3"},
                                                                 {"all_different exactly", "0 0 0/1"},
                                                                 {"heap exactly", "990 99 1/1"}}));
  EXPECT_EQ(statistic(file, HAGSTONE_STATISTIC_dropped_marks_unreadable), 1u);
  EXPECT_EQ(statistic(file, HAGSTONE_STATISTIC_dropped_marks_no_object), 1u);
  EXPECT_EQ(statistic(file, HAGSTONE_STATISTIC_dropped_marks_unusable), 1u);
}

INSTANTIATE_TEST_SUITE_P(All, MarksAtLevel, ::testing::Values("O0", "O2", "O3"),
                         [](const auto &info) { return std::string(info.param); });

TEST(Marks, ShowTheCommonestValuesAndSomeInOrder) {
  const RawFile file = recording_of(sample("marked_values"), measured);
  const hagstone_spatial_values four = values_of(file, "four_values");
  ASSERT_EQ(four.value_count, 4u);
  for (unsigned i = 0; i < 4; i++) {
    EXPECT_EQ(as<double>(four.common[i].value), i);
    EXPECT_EQ(four.common[i].count, 250u);
  }
  ASSERT_EQ(four.strip_count, HAGSTONE_SPATIAL_STRIP);
  EXPECT_EQ(as<double>(four.strip[0]), 0);
  EXPECT_EQ(as<double>(four.strip[HAGSTONE_SPATIAL_STRIP - 1]), 999 % 4);
  const hagstone_spatial_values backwards = values_of(file, "backwards");
  EXPECT_EQ(as<short>(backwards.strip[0]), 9) << "in the order of the mark";
  EXPECT_EQ(backwards.value_count, HAGSTONE_SPATIAL_VALUES);
}

TEST(Marks, RecordFromTheThresholdOn) {
  std::vector<std::string> options = measured;
  options.push_back("--spatial-threshold=995000000");
  const RawFile file = recording_of(sample("marked_values"), options);
  EXPECT_EQ(file.header.spatial_threshold, 995000000u);
  const auto arrays = arrays_of(file);
  EXPECT_EQ(arrays.at("four_values exactly"), "1000 4 1/1") << "996 of 1000";
  EXPECT_EQ(arrays.at("signed_zeros approximately"), "0 0 0/1") << "990 of 1000";
}

TEST(Marks, CompareWithinTheTolerance) {
  std::vector<std::string> options = measured;
  options.push_back("--tolerance=0");
  EXPECT_EQ(arrays_of(recording_of(sample("marked_values"), options)).at("rising approximately"), "0 0 0/1");
}

uint32_t module_named(const RawFile &file, const std::string &name) {
  for (const RawRecord *record : file.of(HAGSTONE_RECORD_MODULE)) {
    const auto &module = record->as<hagstone_module>();
    const std::string path = record->text(sizeof module + module.build_id_length, module.path_length);
    if (path.ends_with("/" + name)) return module.index;
  }
  return 0;
}

// Instances of the program's dead stores by the regions of the earlier one, for pairs with at least this many.
std::map<std::string, uint64_t> dead_stores_by_region(const RawFile &file, uint64_t least,
                                                      const std::string &name = "marked_regions") {
  const uint32_t program = module_named(file, name);
  std::map<uint32_t, hagstone_context> contexts;
  for (const auto &context : file.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT)) contexts[context.id] = context;
  std::map<uint64_t, std::string> names;
  for (const RawRecord *record : file.of(HAGSTONE_RECORD_REGION)) {
    const auto &region = record->as<hagstone_region>();
    names[region.id] = record->text(sizeof region, region.name_length);
  }
  std::map<std::string, uint64_t> instances;
  for (const auto &pair : file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)) {
    if (pair.relation != HAGSTONE_RELATION_KILLED_BY || pair.instances < least) continue;
    if (contexts.at(pair.watch).module != program) continue;
    std::string path;
    for (uint32_t at = pair.watch; at; at = contexts.at(at).parent) {
      if (contexts.at(at).module != HAGSTONE_MODULE_REGION) continue;
      path = names.at(contexts.at(at).offset) + (path.empty() ? "" : "/" + path);
    }
    instances[path.empty() ? "none" : path] += pair.instances;
  }
  return instances;
}

TEST(Marks, TellRegionsAndLeaveOutWhatIsNotCollected) {
  const RawFile file = recording_of(sample("marked_regions") + " 1000", measured);
  EXPECT_EQ(dead_stores_by_region(file, 900),
            (std::map<std::string, uint64_t>{{"setup", 999}, {"solve", 999}, {"solve/refine", 999}, {"none", 999}}));
  EXPECT_EQ(statistic(file, HAGSTONE_STATISTIC_collection_stops), 1u);
}

TEST(Marks, RegionsThatAreLeftOutEndNoOthers) {
  const RawFile file = recording_of(HAGSTONE_ODD_REGIONS " 1000", measured);
  EXPECT_EQ(dead_stores_by_region(file, 900, "odd_regions"), (std::map<std::string, uint64_t>{{"outer", 999}}));
  EXPECT_GT(statistic(file, HAGSTONE_STATISTIC_dropped_regions), 80u);
}

TEST(Marks, WorkInWindowsAndWithoutInlineCode) {
  const RawFile generic = recording_of(sample("marked_regions") + " 1000", {"--measure=dead-stores", "--generic=yes"});
  EXPECT_EQ(dead_stores_by_region(generic, 900).size(), 4u);
  const RawFile bursty = recording_of(sample("marked_regions") + " 100000",
                                      {"--measure=dead-stores", "--window-on=1000", "--window-off=1000"});
  const auto regions = dead_stores_by_region(bursty, 1000);
  ASSERT_EQ(regions.size(), 4u);
  for (const auto &[region, instances] : regions) EXPECT_LT(instances, 60000u) << region;
  bool has_registers = false;
  for (const auto &values : bursty.all<hagstone_spatial_values>(HAGSTONE_RECORD_SPATIAL_VALUES)) {
    EXPECT_EQ(values.context, 0u) << "at ends of windows";
    has_registers |= values.group == HAGSTONE_GROUP_GENERAL && values.inspections > 10;
  }
  EXPECT_TRUE(has_registers);
}

TEST(Marks, InspectTheRegistersThatHaveSuchElements) {
  const RawFile file = recording_of(HAGSTONE_MARKED_REGISTERS, measured);
  std::map<uint32_t, uint64_t> inspections;  // by group
  std::map<uint32_t, uint64_t> simd;         // by type
  for (const auto &values : file.all<hagstone_spatial_values>(HAGSTONE_RECORD_SPATIAL_VALUES)) {
    inspections[values.group] += values.inspections;
    if (values.group != HAGSTONE_GROUP_SIMD) continue;
    simd[values.type] += values.inspections;
    if (values.type == HAGSTONE_FLOAT) {
      EXPECT_EQ(values.element_bytes, sizeof(double));
    }
  }
  EXPECT_EQ(inspections[HAGSTONE_GROUP_GENERAL], 4u);
  EXPECT_EQ(simd, (std::map<uint32_t, uint64_t>{{HAGSTONE_BYTES, 1}, {HAGSTONE_FLOAT, 1}}));
  EXPECT_EQ(statistic(file, HAGSTONE_STATISTIC_dropped_marks_unusable), 2u);
}

TEST(Marks, CountTheValuesOfRegisters) {
  const RawFile file = recording_of(HAGSTONE_KNOWN_REGISTERS, {"--measure=dead-stores", "--spatial-threshold=0"});
  std::map<std::string, std::string> found;
  for (const auto &values : file.all<hagstone_spatial_values>(HAGSTONE_RECORD_SPATIAL_VALUES)) {
    const std::string name = values.group == HAGSTONE_GROUP_GENERAL ? "general"
                             : values.group == HAGSTONE_GROUP_X87   ? "x87"
                                                                    : "SIMD";
    std::string &text = found[name + (values.approximate ? " approximately" : " exactly")];
    text += std::to_string(values.elements) + " " + std::to_string(values.unique) + "; ";
    if (values.group == HAGSTONE_GROUP_GENERAL) {
      EXPECT_EQ(as<uint64_t>(values.common[0].value), 5u);
      EXPECT_EQ(values.common[0].count, 11u);
    }
  }
  EXPECT_EQ(found, (std::map<std::string, std::string>{{"general exactly", "16 5; 16 5; "},
                                                       {"x87 approximately", "3 2; 3 2; "},
                                                       {"SIMD exactly", "32 4; "},
                                                       {"SIMD approximately", "32 3; "}}));
}

TEST(Marks, LeaveOutPagesBeyondTheEndOfAFile) {
  const RawFile file = recording_of(HAGSTONE_MARKED_MAPPING, measured);
  EXPECT_EQ(arrays_of(file), (std::map<std::string, std::string>{{"mapping exactly", "1024 1 1/1"}}));
  EXPECT_EQ(statistic(file, HAGSTONE_STATISTIC_dropped_marks_unreadable), 1u);
}

#ifdef HAGSTONE_FORTRAN_SAMPLES
TEST(Marks, WorkInFortran) {
  const RawFile file = recording_of(sample("marked_field"), measured);
  const auto arrays = arrays_of(file);
  ASSERT_EQ(arrays.size(), 1u);
  EXPECT_EQ(arrays.begin()->second, "500 5 1/1");
  EXPECT_EQ(as<double>(values_of(file, "__fields_MOD_field").common[0].value), 1);
  EXPECT_EQ(file.of(HAGSTONE_RECORD_REGION).size(), 1u);
}
#endif

#ifdef HAGSTONE_RUST_SAMPLES
TEST(Marks, WorkInRust) {
  const RawFile file = recording_of(sample("marked_buffer"), measured);
  EXPECT_EQ(arrays_of(file), (std::map<std::string, std::string>{{"heap exactly", "800 8 1/1"}}));
  EXPECT_EQ(file.of(HAGSTONE_RECORD_REGION).size(), 1u);
}
#endif

}  // namespace
}  // namespace hagstone::exhaustive::testing
