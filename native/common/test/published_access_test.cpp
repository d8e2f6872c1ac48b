// SPDX-License-Identifier: MIT
#include "published_access.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <map>
#include <thread>
#include <vector>

namespace {

// Each thread has a processor of its own.
hagstone_published_access access_of(uint32_t thread, uint64_t time, uint64_t address = 4096) {
  return {time, address, 8, 1, thread, thread, 17, thread};
}

class PublishedAccess : public testing::Test {
 protected:
  PublishedAccess() { hagstone_random_seed(&random_, 5, 0); }
  void publish(const hagstone_published_access &access) { ASSERT_TRUE(hagstone_publish(&publications_, &access)); }
  bool take(uint32_t thread, uint64_t earliest = 0) { return take(hagstone_publication_taker{thread, thread}, earliest); }
  bool take(hagstone_publication_taker taker, uint64_t earliest = 0) {
    return hagstone_take_publication(&publications_, &reader_, taker, earliest, &random_, &taken_);
  }

  hagstone_publications publications_ = {};
  hagstone_publication_reader reader_ = {};
  hagstone_random random_;
  hagstone_published_access taken_ = {};
};

TEST_F(PublishedAccess, IsTakenAsItWasPublished) {
  EXPECT_FALSE(take(2));
  publish({7, 0x123456789abc, 16, 0, 1, 3, 99, 0});
  ASSERT_TRUE(take(2));
  EXPECT_EQ(taken_.time, 7u);
  EXPECT_EQ(taken_.address, 0x123456789abcu);
  EXPECT_EQ(taken_.length, 16u);
  EXPECT_EQ(taken_.stores, 0u);
  EXPECT_EQ(taken_.thread, 1u);
  EXPECT_EQ(taken_.writer, 3u);
  EXPECT_EQ(taken_.context, 99u);
}

TEST_F(PublishedAccess, IsNotTakenByItsOwnThread) {
  publish(access_of(1, 7));
  EXPECT_FALSE(take(1));
  EXPECT_TRUE(take(2));
}

TEST_F(PublishedAccess, IsTakenOnceByAReader) {
  publish(access_of(1, 7));
  EXPECT_TRUE(take(2));
  EXPECT_FALSE(take(2));
  hagstone_publication_reader other = {};
  EXPECT_TRUE(hagstone_take_publication(&publications_, &other, {3, 3}, 0, &random_, &taken_));
  publish(access_of(1, 8));
  EXPECT_TRUE(take(2));
  EXPECT_EQ(taken_.time, 8u);
}

TEST_F(PublishedAccess, ExpiresWithItsTime) {
  publish(access_of(1, 7));
  EXPECT_FALSE(take(2, 8));
  EXPECT_TRUE(take(2, 7));
}

TEST_F(PublishedAccess, IsTakenAsOftenFromEachThread) {
  constexpr int rounds = 20'000, threads = 5;
  std::map<uint32_t, int> counts;
  for (int round = 0; round < rounds; round++) {
    for (uint32_t thread = 1; thread <= threads; thread++) publish(access_of(thread, 1));
    ASSERT_TRUE(take(99));
    counts[taken_.thread]++;
  }
  const double share = 1.0 / threads;
  for (uint32_t thread = 1; thread <= threads; thread++)
    EXPECT_NEAR(counts[thread], rounds * share, 4.9 * std::sqrt(rounds * share * (1 - share))) << thread;
}

// In any slots.
TEST_F(PublishedAccess, ComesFirstIfItIsOfAnotherProcessor) {
  constexpr int rounds = 200;
  for (int round = 0; round < rounds; round++) {
    for (uint32_t thread = 1; thread <= 5; thread++) publish(access_of(thread, 1));
    ASSERT_TRUE(take(hagstone_publication_taker{99, 3}));
    EXPECT_NE(taken_.processor, 3u);
  }
  for (int others = 0; others < 4; others++) take(hagstone_publication_taker{99, 3});
  EXPECT_EQ(taken_.processor, 3u);
}

TEST_F(PublishedAccess, IsSkippedWhileItIsBeingWritten) {
  publish(access_of(1, 7));
  publications_.slots[1].sequence++;
  EXPECT_FALSE(take(2));
  const hagstone_published_access late = access_of(1 + HAGSTONE_PUBLICATION_SLOTS, 8);
  EXPECT_FALSE(hagstone_publish(&publications_, &late));
}

// Publishers of one slot and readers at full speed: every access that is read has all its fields of one publication.
TEST(PublishedAccesses, AreNeverTorn) {
  hagstone_publications publications = {};
  std::atomic<bool> done = false;
  std::atomic<int> torn = 0, published = 0;
  constexpr uint32_t publishers = 3, readers = 2;
  constexpr int rounds = 1'000'000;
  std::vector<std::thread> threads;
  for (uint32_t publisher = 0; publisher < publishers; publisher++)
    threads.emplace_back([&, publisher] {
      const uint32_t thread = 1 + publisher * HAGSTONE_PUBLICATION_SLOTS;
      for (uint32_t round = 1; round <= rounds; round++) {
        const uint32_t mark = round * publishers + publisher;
        const hagstone_published_access access = {mark, mark, mark, mark, thread, mark, mark, 0};
        published += hagstone_publish(&publications, &access);
      }
    });
  for (uint32_t reader = 0; reader < readers; reader++)
    threads.emplace_back([&, reader] {
      hagstone_random random;
      hagstone_random_seed(&random, 9, reader);
      hagstone_publication_reader taken = {};
      hagstone_published_access access;
      while (!done) {
        if (!hagstone_take_publication(&publications, &taken, {2, 2}, 0, &random, &access)) continue;
        const uint64_t mark = access.time;
        torn += access.address != mark || access.length != mark || access.stores != mark || access.writer != mark ||
                access.context != mark;
      }
    });
  for (uint32_t i = 0; i < publishers; i++) threads[i].join();
  done = true;
  for (uint32_t i = publishers; i < threads.size(); i++) threads[i].join();
  EXPECT_EQ(torn, 0);
  EXPECT_GT(published, 0);
  EXPECT_EQ(publications.slots[1].sequence, 2u * static_cast<unsigned>(published));
}

}  // namespace
