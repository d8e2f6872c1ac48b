// SPDX-License-Identifier: GPL-2.0-or-later
//
// Accesses summed up by calling context are those that the counters of its code tell.
#include <gtest/gtest.h>

#include "engine_run.h"

namespace hagstone::exhaustive::testing {
namespace {

using Chain = std::vector<std::pair<uint32_t, uint64_t>>;  // module and offset of each frame, from the leaf on

class Contexts {
 public:
  Contexts(const RawFile &file, const std::string &program) {
    for (const RawRecord *record : file.of(HAGSTONE_RECORD_MODULE)) {
      const auto &module = record->as<hagstone_module>();
      if (record->text(sizeof module + module.build_id_length, module.path_length) == program) program_ = module.index;
    }
    for (const auto &context : file.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT)) contexts_[context.id] = context;
  }
  uint32_t parent_of(uint32_t id) const { return contexts_.at(id).parent; }
  // Empty where no frame is a call in the program itself: the loader's work differs between runs.
  Chain chain_of(uint32_t id) const {
    Chain chain;
    bool in_program = false;
    for (; id; id = contexts_.at(id).parent) {
      const hagstone_context &context = contexts_.at(id);
      chain.emplace_back(context.module, context.offset);
      in_program |= context.module == program_ && context.flags & HAGSTONE_CONTEXT_RETURN_ADDRESS;
    }
    return in_program ? chain : Chain();
  }

 private:
  uint32_t program_ = HAGSTONE_MODULE_UNKNOWN;
  std::map<uint32_t, hagstone_context> contexts_;
};

struct Counted {
  std::map<Chain, AccessTotal> in_contexts;
  uint64_t everywhere = 0;  // stores of blocks, whether in contexts or not
  size_t sums = 0;
};

// Stores, however they were counted.
Counted stores_of(const RawFile &file, const std::string &program) {
  Counted counted;
  const Contexts contexts(file, program);
  std::map<uint32_t, AccessTotal> blocks;
  for (const RawRecord *record : file.of(HAGSTONE_RECORD_BLOCK)) {
    const auto &block = record->as<hagstone_block>();
    const auto *accesses = reinterpret_cast<const hagstone_block_access *>(
        reinterpret_cast<const char *>(record->words.data()) + sizeof block);
    for (uint32_t i = 0; i < block.access_count; i++)
      if (accesses[i].kind == HAGSTONE_ACCESS_STORE) {
        blocks[block.id].instances++;
        blocks[block.id].bytes += accesses[i].bytes;
      }
  }
  const auto add = [&](uint32_t context, uint64_t instances, uint64_t bytes) {
    const Chain chain = contexts.chain_of(context);
    if (chain.empty() || !instances) return;
    counted.in_contexts[chain].instances += instances;
    counted.in_contexts[chain].bytes += bytes;
  };
  for (const auto &count : file.all<hagstone_block_count>(HAGSTONE_RECORD_BLOCK_COUNT)) {
    const AccessTotal once = blocks[count.block];
    counted.everywhere += count.count * once.instances;
    if (count.context) add(count.context, count.count * once.instances, count.count * once.bytes);
  }
  for (const auto &sum : file.all<hagstone_context_count>(HAGSTONE_RECORD_CONTEXT_COUNT)) {
    counted.sums++;
    if (sum.kind == HAGSTONE_ACCESS_STORE) add(contexts.parent_of(sum.context), sum.instances, sum.bytes);
  }
  return counted;
}

class ContextSums : public ::testing::TestWithParam<const char *> {};

TEST_P(ContextSums, AreWhatTheCountersOfBlocksTell) {
  const std::string program = std::string(HAGSTONE_ENGINE_PROGRAMS "/engine_") + GetParam();
  const EngineRun by_blocks = run_below_engine(program);
  const EngineRun by_contexts = run_below_engine(program, {"--measure=dead-stores", "--most-counters=1"});
  EXPECT_EQ(by_contexts.outcome, by_blocks.outcome);
  ASSERT_EQ(by_contexts.processes.size(), by_blocks.processes.size());
  for (size_t i = 0; i < by_blocks.processes.size(); i++) {
    const Counted expected = stores_of(by_blocks.processes[i].file, program),
                  found = stores_of(by_contexts.processes[i].file, program);
    EXPECT_EQ(expected.sums, 0u);
    EXPECT_GT(expected.in_contexts.size(), 1u);
    EXPECT_GT(found.sums, 0u);
    EXPECT_EQ(found.in_contexts, expected.in_contexts);
    EXPECT_EQ(
        found.everywhere, by_contexts.processes[i].statistic(HAGSTONE_STATISTIC_stores) - [&] {
          uint64_t guarded = 0;
          for (const auto &[what, total] : by_contexts.processes[i].apart)
            if (what.ends_with(" store") && what.find("system call") == std::string::npos) guarded += total.instances;
          return guarded;
        }());
  }
}

// Programs with one thread: with several, the work of the C library depends on which thread comes first.
INSTANTIATE_TEST_SUITE_P(, ContextSums, ::testing::Values("calls", "forks", "jumps"),
                         [](const auto &each) { return std::string(each.param); });

}  // namespace
}  // namespace hagstone::exhaustive::testing
