// SPDX-License-Identifier: GPL-2.0-or-later
#include "fake_engine.h"

#include <sys/mman.h>

#include <cstring>
#include <stdexcept>

#include "exhaustive/options.h"

namespace hagstone::exhaustive::testing {

namespace {

FakeEngine *engine = nullptr;

FakeEngine::Record record_of(uint32_t type, const void *payload, uint32_t length) {
  FakeEngine::Record record{type, std::vector<uint64_t>((length + 7) / 8)};
  std::memcpy(record.payload.data(), payload, length);
  return record;
}

}  // namespace

FakeEngine::FakeEngine() {
  if (engine) throw std::logic_error("one engine at a time");
  engine = this;
}

FakeEngine::~FakeEngine() {
  for (std::span<uint8_t> each : memory_) munmap(each.data(), each.size());
  engine = nullptr;
}

FakeEngine &FakeEngine::current() { return *engine; }

const hagstone_site &FakeEngine::add_site(hagstone_access_kind kind, uint32_t bytes, uint8_t element, uint64_t offset,
                                          uint32_t module) {
  const uint32_t id = static_cast<uint32_t>(sites_.size() + 1);
  hagstone_site site = {};
  site.id = id;
  site.module = module;
  site.offset = offset ? offset : 0x1000 + id;
  site.instruction = site.offset;
  site.kind = static_cast<uint8_t>(kind);
  site.element = element;
  site.bytes = bytes;
  return sites_.emplace_back(site);
}

hagstone_calling_context FakeEngine::add_context(hagstone_calling_context parent, uint32_t thread) {
  contexts_.push_back({parent, thread});
  return static_cast<hagstone_calling_context>(contexts_.size());
}

std::span<uint8_t> FakeEngine::program_memory(size_t bytes) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return memory_.emplace_back(static_cast<uint8_t *>(memory), bytes);
}

uint32_t FakeEngine::leaf(hagstone_calling_context context, uint32_t site) {
  return leaves_.try_emplace({context, site}, static_cast<uint32_t>(leaves_.size() + 1)).first->second;
}

const std::deque<hagstone_exact_pair> &FakeEngine::all_pairs() const {
  for (hagstone_pair_counts &together : pair_counts)
    for (uint32_t i = 0; i < HAGSTONE_PAIRS_COUNTED_TOGETHER; i++) {
      hagstone_pair_count &count = together.counts[i];
      if (!count.instances && !count.bytes) continue;
      hagstone_exact_pair &pair = pairs.at(together.first - 1 + i);
      pair.instances += count.instances;
      pair.bytes += count.bytes;
      count = {};
    }
  return pairs;
}

const hagstone_exact_pair *FakeEngine::pair(uint32_t tool, uint32_t watch_leaf, uint32_t trap_leaf, uint32_t object) const {
  const hagstone_exact_pair *found = nullptr;
  for (const hagstone_exact_pair &each : all_pairs()) {
    if (each.tool != tool || each.watch != watch_leaf || each.trap != trap_leaf || each.object != object) continue;
    if (found) throw std::logic_error("a pair is there twice");
    found = &each;
  }
  return found;
}

const hagstone_without_pair *FakeEngine::without_pair(uint32_t tool, uint32_t leaf) const {
  const hagstone_without_pair *found = nullptr;
  for (const Record &each : counters) {
    if (each.type != HAGSTONE_RECORD_WITHOUT_PAIR) continue;
    const auto &counter = each.as<hagstone_without_pair>();
    if (counter.tool != tool || counter.context != leaf) continue;
    if (found) throw std::logic_error("a context's bytes without pair are there twice");
    found = &counter;
  }
  return found;
}

struct Services {
  static const hagstone_site *site(uint32_t id) { return &engine->sites_.at(id - 1); }
  static const FakeEngine::Context &context(hagstone_calling_context number) { return engine->contexts_.at(number - 1); }
};

}  // namespace hagstone::exhaustive::testing

using hagstone::exhaustive::testing::FakeEngine;
using hagstone::exhaustive::testing::Services;

extern "C" {

struct hagstone_options hagstone_options;

void *hagstone_memory(uint64_t bytes) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

void *hagstone_table_memory(uint64_t bytes) { return hagstone_memory(bytes); }

void hagstone_give_back(void *memory, uint64_t bytes) { munmap(memory, bytes); }

uint32_t hagstone_leaf(hagstone_calling_context context, const hagstone_site *site) {
  return FakeEngine::current().leaf(context, site->id);
}

const hagstone_site *hagstone_site_of(uint32_t id) { return Services::site(id); }

uint32_t hagstone_context_record(hagstone_calling_context context) { return FakeEngine::current().leaf(context, 0); }

hagstone_calling_context hagstone_parent_context(hagstone_calling_context context) {
  return Services::context(context).parent;
}

uint32_t hagstone_thread_of(hagstone_calling_context context) { return Services::context(context).thread; }

hagstone_exact_pair *hagstone_new_exact_pair(uint32_t tool, uint32_t relation, uint32_t flags, uint32_t watch_leaf,
                                             uint32_t trap_leaf, uint32_t scope, uint32_t object) {
  FakeEngine &engine = FakeEngine::current();
  if (engine.full) {
    engine.statistics[HAGSTONE_STATISTIC_dropped_pairs_full]++;
    return nullptr;
  }
  hagstone_exact_pair pair = {};
  pair.id = static_cast<uint32_t>(engine.pairs.size() + 1);
  pair.tool = static_cast<uint8_t>(tool);
  pair.relation = static_cast<uint8_t>(relation);
  pair.flags = static_cast<uint16_t>(flags);
  pair.watch = watch_leaf;
  pair.trap = trap_leaf;
  pair.scope = scope;
  pair.object = object;
  return &engine.pairs.emplace_back(pair);
}

void hagstone_exact_pairs_from(const hagstone_exact_pair *first, hagstone_exact_pair **pairs, uint32_t room) {
  FakeEngine &engine = FakeEngine::current();
  for (uint32_t i = 0; i < room && first->id - 1 + i < engine.pairs.size(); i++)
    pairs[i] = &engine.pairs[first->id - 1 + i];
}

hagstone_pair_counts *hagstone_counts_of_next_pair(uint32_t *index) {
  FakeEngine &engine = FakeEngine::current();
  if (engine.full) return nullptr;
  const uint32_t pair = static_cast<uint32_t>(engine.pairs.size() + 1);
  if (engine.pair_counts.empty() || pair - engine.pair_counts.back().first >= HAGSTONE_PAIRS_COUNTED_TOGETHER)
    engine.pair_counts.emplace_back().first = pair;
  *index = pair - engine.pair_counts.back().first;
  return &engine.pair_counts.back();
}

void *hagstone_new_counter(uint32_t record_type, const void *payload, uint32_t length) {
  FakeEngine &engine = FakeEngine::current();
  if (engine.full) {
    engine.statistics[HAGSTONE_STATISTIC_dropped_pairs_full]++;
    return nullptr;
  }
  return engine.counters.emplace_back(hagstone::exhaustive::testing::record_of(record_type, payload, length))
      .payload.data();
}

int hagstone_new_log_record(uint32_t record_type, const void *payload, uint32_t length) {
  FakeEngine &engine = FakeEngine::current();
  if (engine.full) return 0;
  engine.log.push_back(hagstone::exhaustive::testing::record_of(record_type, payload, length));
  return 1;
}

uint64_t hagstone_recorded_bytes() { return 0; }
void hagstone_release_recording() {}
void hagstone_expect_leaf(hagstone_calling_context, uint32_t) {}
uint64_t *hagstone_statistic(uint32_t statistic) { return &FakeEngine::current().statistics[statistic]; }

int hagstone_tool_wanted(uint32_t tool) { return hagstone_options.tools >> tool & 1; }

uint32_t hagstone_tolerance(void) { return FakeEngine::current().tolerance; }
int hagstone_is_program_memory(uint64_t) { return 0; }
}
