// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstring>

#include "exhaustive/measurement.h"
#include "recording_fixture.h"

namespace {

using namespace hagstone::exhaustive::testing;

constexpr uint32_t root_module = HAGSTONE_MODULE_THREAD_ROOT;

TEST_F(RecordingTest, TellsWhatWasRecordedAndByWhat) {
  header.tools = 1 << HAGSTONE_TOOL_DEAD_STORES | 1 << HAGSTONE_TOOL_REUSE_DISTANCE;
  header.window_on = 1000;
  header.rank = 3;
  strcpy(header.executable, "/usr/bin/program");
  create();
  hagstone_recording_finish(recording, HAGSTONE_STATE_FINISHED);
  const RawFile file = read();
  EXPECT_EQ(file.header.tools, header.tools);
  EXPECT_EQ(file.header.window_on, 1000u);
  EXPECT_EQ(file.header.rank, 3);
  EXPECT_STREQ(file.header.executable, "/usr/bin/program");
  EXPECT_EQ(file.header.engine, HAGSTONE_ENGINE_EXHAUSTIVE);
  EXPECT_EQ(file.header.driver, HAGSTONE_DRIVER_ACCESSES);
  EXPECT_EQ(file.header.reservoir, HAGSTONE_RESERVOIR_REGISTERS);
  EXPECT_EQ(file.header.attribution, HAGSTONE_ATTRIBUTION_NONE);
  EXPECT_EQ(file.header.process_id, static_cast<uint32_t>(getpid()));
  EXPECT_EQ(file.header.parent_process_id, static_cast<uint32_t>(getppid()));
  EXPECT_EQ(file.header.state, HAGSTONE_STATE_FINISHED);
  EXPECT_GT(file.header.start_time, 0u);
  EXPECT_GE(file.header.end_time, file.header.start_time);
  EXPECT_EQ(raw_files_in(directory)[0],
            directory + "/process-" + std::to_string(getpid()) + "-" + std::to_string(file.header.start_time) + ".hagraw");
}

TEST_F(RecordingTest, ReadsBackThreadsContextsBlocksAndCounts) {
  create();
  hagstone_record_thread(1, 4711, 2, 0x1234, "worker-with-a-long-name");
  const uint32_t root = hagstone_recording_add_context(recording, 0, root_module, 0, 1);
  const uint32_t call = hagstone_recording_add_context(recording, root, 1, HAGSTONE_CONTEXT_RETURN_ADDRESS, 0x40);
  const uint32_t leaf = hagstone_recording_add_context(recording, call, 1, 0, 0x80);
  const struct {
    hagstone_block_access accesses[2];
    uint16_t instructions_to[2];
  } made = {{{0, HAGSTONE_ACCESS_LOAD, 0, 8}, {4, HAGSTONE_ACCESS_STORE, 2, 16}}, {1, 2}};
  const uint32_t block = hagstone_recording_add_block(recording, 1, 0x78, 3, made.accesses, 2);
  hagstone_block_count *count = hagstone_recording_add_block_count(recording, block, call);
  ASSERT_NE(count, nullptr);
  count->count += 5;
  hagstone_exact_pair *pair = hagstone_new_exact_pair(HAGSTONE_TOOL_DEAD_STORES, HAGSTONE_RELATION_KILLED_BY,
                                                      HAGSTONE_PAIR_APPROXIMATE, leaf, leaf, 7, 9);
  ASSERT_NE(pair, nullptr);
  pair->instances++;
  pair->bytes += 8;
  hagstone_statistic(HAGSTONE_STATISTIC_loads)[0] = 99;
  hagstone_record_thread_end(1, 123, "renamed");

  const RawFile file = read();
  EXPECT_EQ(file.header.state, HAGSTONE_STATE_RUNNING);
  const auto threads = file.all<hagstone_thread>(HAGSTONE_RECORD_THREAD);
  ASSERT_EQ(threads.size(), 1u);
  EXPECT_EQ(threads[0].thread_id, 4711u);
  EXPECT_EQ(threads[0].start_module, 2u);
  EXPECT_EQ(threads[0].start_offset, 0x1234u);
  EXPECT_STREQ(threads[0].name, "worker-with-a-l");
  const auto ends = file.all<hagstone_thread_end>(HAGSTONE_RECORD_THREAD_END);
  ASSERT_EQ(ends.size(), 1u);
  EXPECT_EQ(ends[0].cpu_time, 123u);
  EXPECT_STREQ(ends[0].name, "renamed");
  EXPECT_EQ(file.of(HAGSTONE_RECORD_THREAD)[0]->writer, HAGSTONE_WRITER_PROCESS);

  const auto contexts = file.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT);
  ASSERT_EQ(contexts.size(), 3u);
  EXPECT_EQ(contexts[2].parent, call);
  EXPECT_EQ(contexts[1].flags, HAGSTONE_CONTEXT_RETURN_ADDRESS);
  EXPECT_EQ(contexts[2].offset, 0x80u);
  EXPECT_EQ(file.of(HAGSTONE_RECORD_CONTEXT)[0]->writer, HAGSTONE_WRITER_ACCESSES);

  const auto blocks = file.of(HAGSTONE_RECORD_BLOCK);
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0]->as<hagstone_block>().access_count, 2u);
  EXPECT_EQ(blocks[0]->text(sizeof(hagstone_block), sizeof made.accesses + sizeof made.instructions_to),
            std::string(reinterpret_cast<const char *>(&made), sizeof made.accesses + sizeof made.instructions_to));
  const auto counts = file.all<hagstone_block_count>(HAGSTONE_RECORD_BLOCK_COUNT);
  ASSERT_EQ(counts.size(), 1u);
  EXPECT_EQ(counts[0].count, 5u);
  EXPECT_EQ(counts[0].context, call);

  const auto pairs = file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR);
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].bytes, 8u);
  EXPECT_EQ(pairs[0].instances, 1u);
  EXPECT_EQ(pairs[0].scope, 7u);
  EXPECT_EQ(pairs[0].object, 9u);
  EXPECT_EQ(file.of(HAGSTONE_RECORD_STATISTICS)[0]->words[HAGSTONE_STATISTIC_loads], 99u);
}

TEST_F(RecordingTest, FillsManyExtentsAndGivesUnusedStorageBack) {
  create();
  uint32_t parent = hagstone_recording_add_context(recording, 0, root_module, 0, 1);
  std::vector<hagstone_exact_pair *> pairs;
  for (uint32_t i = 1; i < 60'000; i++) {
    const uint32_t context = hagstone_recording_add_context(recording, parent, 1, 0, i);
    ASSERT_EQ(context, i + 1);
    if (i % 3 == 0) parent = context;
    if (i % 2 == 0) pairs.push_back(hagstone_new_exact_pair(1, 1, 0, context, parent, 0, 0));
  }
  for (hagstone_exact_pair *pair : pairs) pair->bytes = pair->id;
  hagstone_recording_finish(recording, HAGSTONE_STATE_FINISHED);
  const RawFile file = read();
  const auto contexts = file.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT);
  ASSERT_EQ(contexts.size(), 60'000u);
  EXPECT_EQ(contexts[59'999].offset, 59'999u);
  const auto found = file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR);
  ASSERT_EQ(found.size(), pairs.size());
  for (const auto &pair : found) ASSERT_EQ(pair.bytes, pair.id);
  EXPECT_EQ(file.bytes, HAGSTONE_HEADER_SIZE + uint64_t{file.header.extent_count} * HAGSTONE_EXTENT_SIZE);
}

TEST_F(RecordingTest, FindsContextsAgainBetweenOtherRecords) {
  create();
  const std::string filler(5000, 'x');
  hagstone_recording_add_context(recording, 0, root_module, 0, 1);
  for (uint32_t i = 2; i <= 3000; i++) {
    hagstone_recording_add_context(recording, i - 1, 1, 0, i * 16);
    // Whole extents without a context, too.
    for (uint32_t j = 0; j < (i % 100 == 0 ? 12u : 0u); j++)
      ASSERT_TRUE(hagstone_new_log_record(200, filler.data(), static_cast<uint32_t>(filler.size())));
  }
  for (uint32_t i = 2; i <= 3000; i++) {
    const hagstone_context *context = hagstone_recording_context(recording, i);
    ASSERT_NE(context, nullptr);
    ASSERT_EQ(context->id, i);
    ASSERT_EQ(context->offset, i * 16u);
  }
  EXPECT_EQ(hagstone_recording_context(recording, 0), nullptr);
  EXPECT_EQ(hagstone_recording_context(recording, 3001), nullptr);
}

TEST_F(RecordingTest, FindsPairsAgainBetweenOtherRecords) {
  create();
  constexpr uint32_t count = 30'000;  // several chunks of extents
  std::vector<hagstone_exact_pair *> pairs;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t index;
    ASSERT_NE(hagstone_counts_of_next_pair(&index), nullptr);
    pairs.push_back(hagstone_new_exact_pair(HAGSTONE_TOOL_DEAD_STORES, HAGSTONE_RELATION_KILLED_BY, 0, 1, 1, 0, 0));
    ASSERT_NE(pairs.back(), nullptr);
    ASSERT_NE(hagstone_recording_add_block_count(recording, 1, 1), nullptr);
    for (uint32_t j = 0; j < i % 3; j++) ASSERT_NE(hagstone_recording_add_context(recording, 0, root_module, 0, i), 0u);
  }
  EXPECT_GT(hagstone_recording_extents(recording), 100u);
  for (const uint32_t first : {0u, 1u, 12'345u, count - 2, count - 1}) {
    for (const uint32_t room : {1u, 2000u, count}) {
      std::vector<hagstone_exact_pair *> found(room + 1);
      hagstone_exact_pairs_from(pairs[first], found.data(), room);
      for (uint32_t i = 0; i <= room; i++)
        ASSERT_EQ(found[i], i < room && first + i < count ? pairs[first + i] : nullptr) << i << " behind " << first;
    }
  }
}

TEST_F(RecordingTest, RefusesWhatDoesNotFit) {
  create();
  const std::vector<hagstone_block_access> accesses(3000);
  EXPECT_EQ(hagstone_recording_add_block(recording, 1, 0, 1, accesses.data(), 3000), 0u);
  EXPECT_EQ(hagstone_recording_add_context(recording, 5, 1, 0, 0), 0u);
  EXPECT_TRUE(hagstone_recording_add_block(recording, 1, 0, 1, accesses.data(), 1600));
  // The longest record fills an extent to its end.
  const std::string longest(HAGSTONE_MAX_RECORD - sizeof(hagstone_record), 'x');
  EXPECT_TRUE(hagstone_new_log_record(200, longest.data(), static_cast<uint32_t>(longest.size())));
  EXPECT_FALSE(hagstone_new_log_record(200, longest.data(), static_cast<uint32_t>(longest.size()) + 1));
  EXPECT_EQ(read().of(200).size(), 1u);
}

TEST_F(RecordingTest, ChangesNothingAfterItsEnd) {
  create();
  const uint32_t root = hagstone_recording_add_context(recording, 0, root_module, 0, 1);
  hagstone_exact_pair *pair = hagstone_new_exact_pair(1, 1, 0, root, root, 0, 0);
  pair->bytes = 1;
  hagstone_recording_finish(recording, HAGSTONE_STATE_FINISHED);
  pair->bytes = 2;
  ++*hagstone_statistic(HAGSTONE_STATISTIC_loads);
  EXPECT_EQ(pair->bytes, 2u);
  EXPECT_EQ(hagstone_new_exact_pair(1, 1, 0, root, root, 0, 0), nullptr);
  EXPECT_EQ(hagstone_recording_add_context(recording, root, 1, 0, 1), 0u);
  hagstone_recording_finish(recording, HAGSTONE_STATE_EXECUTED);
  const RawFile file = read();
  EXPECT_EQ(file.header.state, HAGSTONE_STATE_FINISHED);
  EXPECT_EQ(file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)[0].bytes, 1u);
  EXPECT_EQ(file.of(HAGSTONE_RECORD_STATISTICS)[0]->words[HAGSTONE_STATISTIC_loads], 0u);
}

TEST_F(RecordingTest, GoesOnWhenAnExecFailed) {
  create();
  hagstone_recording_finish_all(HAGSTONE_STATE_EXECUTED);
  EXPECT_EQ(read().header.state, HAGSTONE_STATE_EXECUTED);
  hagstone_recording_resume_all();
  EXPECT_EQ(read().header.state, HAGSTONE_STATE_RUNNING);
  EXPECT_EQ(read().header.end_time, 0u);
  EXPECT_EQ(hagstone_recording_add_context(recording, 0, root_module, 0, 1), 1u);
  hagstone_recording_finish_all(HAGSTONE_STATE_FINISHED);
  EXPECT_EQ(read().header.state, HAGSTONE_STATE_FINISHED);
}

TEST_F(RecordingTest, WritesSeveralAtOnce) {
  create();
  hagstone_recording *virtual_pmu = hagstone_recording_allocate();
  ASSERT_NE(virtual_pmu, nullptr);
  header.engine = HAGSTONE_ENGINE_VIRTUAL;
  header.attribution = HAGSTONE_ATTRIBUTION_PROPORTIONAL;
  create(virtual_pmu, "/virtual-1");
  hagstone_record_thread(1, 1, 0, 0, nullptr);
  hagstone_recording_add_context(recording, 0, root_module, 0, 1);
  for (uint32_t i = 2; i <= 5000; i++) hagstone_recording_add_context(recording, i - 1, 1, i % 64, i);
  // A deep chain first, then parts of it, then another branch of it.
  const uint32_t deepest = hagstone_recording_copy_context(virtual_pmu, recording, 5000);
  EXPECT_EQ(deepest, 5000u);
  EXPECT_EQ(hagstone_recording_copy_context(virtual_pmu, recording, 5000), deepest);
  EXPECT_EQ(hagstone_recording_copy_context(virtual_pmu, recording, 17), 17u);
  const uint32_t branch = hagstone_recording_add_context(recording, 9, 3, 0, 0x999);
  EXPECT_EQ(hagstone_recording_copy_context(virtual_pmu, recording, branch), 5001u);
  EXPECT_EQ(hagstone_recording_copy_context(virtual_pmu, recording, branch + 1), 0u);
  ++*hagstone_recording_statistic(virtual_pmu, HAGSTONE_STATISTIC_samples);

  const RawFile exact = read();
  const RawFile copied = read("/virtual-1");
  EXPECT_EQ(copied.header.engine, HAGSTONE_ENGINE_VIRTUAL);
  EXPECT_EQ(copied.header.attribution, HAGSTONE_ATTRIBUTION_PROPORTIONAL);
  EXPECT_EQ(copied.of(HAGSTONE_RECORD_THREAD).size(), 1u);
  const auto contexts = copied.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT);
  ASSERT_EQ(contexts.size(), 5001u);
  EXPECT_EQ(contexts[4999].flags, 5000u % 64);
  EXPECT_EQ(contexts[5000].parent, 9u);
  EXPECT_EQ(contexts[5000].offset, 0x999u);
  EXPECT_EQ(exact.of(HAGSTONE_RECORD_STATISTICS)[0]->words[HAGSTONE_STATISTIC_samples], 0u);
  EXPECT_EQ(copied.of(HAGSTONE_RECORD_STATISTICS)[0]->words[HAGSTONE_STATISTIC_samples], 1u);
}

TEST_F(RecordingTest, SaysWhyItCannotBegin) {
  EXPECT_EQ(hagstone_recording_create(recording, (directory + "/a/b").c_str(), &header, -1), -ENOENT);
  EXPECT_EQ(hagstone_new_exact_pair(1, 1, 0, 1, 1, 0, 0), nullptr);
  ++*hagstone_statistic(HAGSTONE_STATISTIC_loads);
}

}  // namespace
