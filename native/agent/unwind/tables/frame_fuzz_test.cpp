// SPDX-License-Identifier: MIT
// Call frame information is untrusted: with random bytes of real tables changed, everything must still end without
// reading outside the section (the copy lies before an unreadable page).
#include <gtest/gtest.h>
#include <string.h>
#include <unistd.h>

#include <random>
#include <vector>

#include "code/testing/own_modules.h"
#include "code/testing/single_stepper.h"
#include "expression.h"
#include "frame_row.h"
#include "frame_table_builder.h"
#include "unwind/modules/mapped_memory.h"
#include "unwind/testing/capture.h"
#include "unwind/testing/evaluate_all.h"

namespace hagstone {
namespace {

// A copy of a section that ends where its mapping does.
class GuardedCopy {
 public:
  // At least the last `tail` bytes are copied; bytes before them read as zeros.
  explicit GuardedCopy(const SectionBytes &section, size_t tail = SIZE_MAX)
      : original_(section),
        tail_(tail < section.size ? tail : section.size),
        page_(static_cast<size_t>(sysconf(_SC_PAGESIZE))),
        mapped_((section.size + page_ - 1) / page_ * page_ + page_) {
    memory_ = static_cast<uint8_t *>(map_memory(mapped_));
    if (!memory_ || mprotect(memory_ + mapped_ - page_, page_, PROT_NONE) != 0) abort();
    bytes_ = memory_ + mapped_ - page_ - section.size;
    restore();
  }
  ~GuardedCopy() { unmap_memory(memory_, mapped_); }
  GuardedCopy(const GuardedCopy &) = delete;
  GuardedCopy &operator=(const GuardedCopy &) = delete;

  SectionBytes section() const { return {bytes_, original_.address, original_.size}; }
  void restore() { memcpy(bytes_ + original_.size - tail_, original_.bytes + original_.size - tail_, tail_); }
  void mutate(std::mt19937 &random, unsigned changes) { mutate_end(random, original_.size, changes); }
  // Changes among the last `length` bytes only.
  void mutate_end(std::mt19937 &random, size_t length, unsigned changes) {
    if (length > original_.size) length = original_.size;
    for (unsigned i = 0; i < changes; i++) {
      uint8_t &byte = bytes_[original_.size - 1 - random() % length];
      byte = random() % 4 == 0 ? 0xff : static_cast<uint8_t>(random());
    }
  }

 private:
  const SectionBytes original_;
  const size_t tail_;
  const size_t page_;
  const size_t mapped_;
  uint8_t *memory_;
  uint8_t *bytes_;
};

const Module &own_module() { return *testing::own_modules().find(reinterpret_cast<uint64_t>(&own_module)); }

SectionBytes own_frames() {
  SectionBytes frames = own_module().frames.frames;
  frames.size = measure_frames(frames);
  return frames;
}

void evaluate_all(const FrameRow &row) { testing::evaluate_all(row, {{0, 0}, testing::own_memory()}, 0xffff, 0x1000); }

TEST(FrameFuzz, ReadsTheUnchangedTableWhole) {
  const SectionBytes frames = own_frames();
  const size_t count = count_frame_descriptions(frames);
  ASSERT_GT(count, 100u);
  std::vector<FrameTableEntry> entries(count);
  ASSERT_EQ(build_frame_entries(frames, entries.data(), count), count);
  const FrameTable table = {entries.data(), count, frames.address, frames};
  for (const FrameTableEntry &entry : entries) {
    const uint64_t function = frames.address + static_cast<uint64_t>(int64_t{entry.function});
    EXPECT_EQ(find_frame_description(table, function), find_frame_description(own_module().frames, function));
  }
}

TEST(FrameFuzz, ReadsAnyTable) {
  std::mt19937 random(41);
  const SectionBytes original = own_frames();
  const size_t count = count_frame_descriptions(original);
  std::vector<FrameTableEntry> entries(count);
  const size_t built = build_frame_entries(original, entries.data(), count);
  GuardedCopy copy(original);
  unsigned malformed = 0, wellformed = 0;
  for (unsigned round = 0; round < 300; round++) {
    copy.restore();
    copy.mutate(random, static_cast<unsigned>(original.size / 40));
    std::vector<FrameTableEntry> rebuilt(count);
    build_frame_entries(copy.section(), rebuilt.data(), count);
    for (size_t i = 0; i < built; i++) {
      const uint64_t at = original.address + static_cast<uint64_t>(int64_t{entries[i].description});
      FrameDescription description;
      FrameRow row;
      const bool read = read_frame_description(copy.section(), at, description) &&
                        compute_frame_row(description, description.function_start + random() % 256, row);
      (read ? wellformed : malformed)++;
      if (read) evaluate_all(row);
    }
  }
  EXPECT_GT(malformed, 100u);
  EXPECT_GT(wellformed, 100u);
}

// The section ends within its last description, which is changed: reading on hits the guard.
TEST(FrameFuzz, ReadsNothingBehindTheSection) {
  std::mt19937 random(43);
  const SectionBytes original = own_frames();
  std::vector<uint64_t> descriptions;
  bool common;
  for (uint64_t at = original.address, next; (next = next_frame_entry(original, at, common)) != 0; at = next)
    if (!common) descriptions.push_back(at);
  for (unsigned round = 0; round < 20000; round++) {
    const uint64_t at = descriptions[random() % descriptions.size()];
    const uint64_t end = next_frame_entry(original, at, common);
    SectionBytes cut = original;
    cut.size = static_cast<size_t>((random() % 4 == 0 ? at + random() % (end - at) : end) - original.address);
    GuardedCopy copy(cut, 4096);
    copy.mutate_end(random, static_cast<size_t>(end - at) - 4, 1 + random() % 8);
    FrameDescription description;
    FrameRow row;
    if (read_frame_description(copy.section(), at, description) &&
        compute_frame_row(description, description.function_start + random() % 256, row))
      evaluate_all(row);
  }
}

TEST(FrameFuzz, UnwindsWithAnyTable) {
  std::mt19937 random(42);
  ModuleMap map;
  const ModuleMapListener listener = {nullptr, [](void *, const Module &) {}, [](void *, const Module &) {}};
  ASSERT_TRUE(map.refresh(listener));
  GuardedCopy copy(own_frames());
  auto &module = const_cast<Module &>(*map.snapshot()->find(own_module().start));
  module.frames.frames = copy.section();
  unsigned ends[3] = {};
  for (unsigned round = 0; round < 3000; round++) {
    copy.restore();
    copy.mutate(random, static_cast<unsigned>(copy.section().size / 30));
    const testing::Capture capture = testing::capture(*map.snapshot(), 64);
    ends[static_cast<unsigned>(capture.end)]++;
    EXPECT_LT(capture.frames.size(), 64u);
  }
  EXPECT_GT(ends[static_cast<unsigned>(UnwindEnd::partial)], 100u);
}

}  // namespace
}  // namespace hagstone
