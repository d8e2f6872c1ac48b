// SPDX-License-Identifier: MIT
// A mapping represents the stack, in the middle of which the stack pointer is.
#include "base/memory/own_stack.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace hagstone {
namespace {

constexpr uint64_t page = 4096;

class OwnStackTest : public ::testing::Test {
 protected:
  static constexpr unsigned pages = 256;

  OwnStackTest()
      : memory_(mmap(nullptr, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)),
        bottom_(reinterpret_cast<uint64_t>(memory_)),
        top_(bottom_ + pages * page) {
    stack_.open(top_);
  }
  ~OwnStackTest() override { munmap(memory_, pages * page); }

  uint64_t from_top(unsigned count) const { return top_ - count * page; }
  void forbid(unsigned count) { mprotect(reinterpret_cast<void *>(from_top(count)), page, PROT_NONE); }

  void *memory_;
  const uint64_t bottom_, top_;
  OwnStack stack_;
};

TEST_F(OwnStackTest, IsReadFromTheRedZoneToTheTop) {
  const uint64_t pointer = from_top(3) + 1000;
  stack_.begin(pointer);
  EXPECT_TRUE(stack_.holds(pointer, 8));
  EXPECT_TRUE(stack_.holds(pointer - 128, 8));
  EXPECT_FALSE(stack_.holds(pointer - 129, 8));
  EXPECT_TRUE(stack_.holds(from_top(1) - 4, 8)) << "on two pages";
  EXPECT_TRUE(stack_.holds(top_ - 8, 8));
  EXPECT_FALSE(stack_.holds(top_ - 7, 8));
  EXPECT_FALSE(stack_.holds(top_, 1));
  EXPECT_FALSE(stack_.holds(~uint64_t{7}, 8));
}

TEST_F(OwnStackTest, IsNotReadThroughAnotherStack) {
  forbid(4);
  stack_.begin(from_top(6));
  EXPECT_FALSE(stack_.holds(from_top(6), 8));
  EXPECT_FALSE(stack_.holds(top_ - 8, 8));
  stack_.begin(top_ + 64);
  EXPECT_FALSE(stack_.holds(top_ + 64, 8));
  stack_.begin(from_top(2));
  EXPECT_TRUE(stack_.holds(from_top(2), 8));
}

TEST_F(OwnStackTest, AsksForEachPageInEachHandler) {
  stack_.begin(from_top(6));
  EXPECT_TRUE(stack_.holds(from_top(4), 8));
  forbid(4);
  stack_.begin(from_top(6));
  EXPECT_FALSE(stack_.holds(from_top(4), 8));
  EXPECT_FALSE(stack_.holds(from_top(4) - 4, 8));
  EXPECT_TRUE(stack_.holds(from_top(5), 8));
}

TEST_F(OwnStackTest, DoesNotTouchWhatIsWatched) {
  const uint64_t word = from_top(2) + 64;
  stack_.begin(from_top(2));
  stack_.set_watched(1, word, 4);
  EXPECT_FALSE(stack_.holds(word, 1));
  EXPECT_FALSE(stack_.holds(word - 4, 8));
  EXPECT_TRUE(stack_.holds(word - 8, 8));
  EXPECT_TRUE(stack_.holds(word + 4, 8));
  stack_.clear_watched(1);
  EXPECT_TRUE(stack_.holds(word, 1));
}

TEST_F(OwnStackTest, GrowsBySomePagesInAHandler) {
  const uint64_t deep = from_top(100);
  stack_.begin(deep);
  EXPECT_FALSE(stack_.holds(deep, 8));
  stack_.begin(deep);
  EXPECT_TRUE(stack_.holds(deep, 8));
}

TEST_F(OwnStackTest, IsNotReadWhereItsPlaceIsNotKnown) {
  OwnStack unknown;
  unknown.open(0);
  unknown.begin(from_top(2));
  EXPECT_FALSE(unknown.holds(from_top(2), 8));
}

}  // namespace
}  // namespace hagstone
