// SPDX-License-Identifier: MIT
//
// Threads of the C++ library: of std::async, of std::jthread, of std::thread, and of a pool that takes functions from a queue.
//
// True answer: all of sum_up() is done in a thread that begin_sum() created, all of count_up() in one that begin_count() created,
// all of sort_out() in one that Sorter's constructor created, and all of pooled() in threads that Pool's constructor created, although
// submit() asked for it. The four do the same, once each.
//
// Usage: tasks [ROUNDS]
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <future>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

namespace {

constexpr int length = 16 * 1024;
int rounds = 20000;

__attribute__((noinline)) long waste(volatile int *array) {
  for (int i = 0; i < length; i++)
    array[i] = 0; // answer: dead store
  for (int j = 0; j < length; j++)
    array[j] = j; // answer: killing store
  return array[length / 2];
}

__attribute__((noinline)) long repeat() {
  std::vector<int> array(length);
  long sum = 0;
  for (int round = 0; round < rounds; round++) sum += waste(array.data());
  return sum;
}

}  // namespace

__attribute__((noinline)) long sum_up() { return repeat() + 1; }
__attribute__((noinline)) long sort_out() { return repeat() + 2; }
__attribute__((noinline)) void count_up(long &result) { result = repeat() + 4; }
__attribute__((noinline)) long pooled() { return repeat() + 3; }

__attribute__((noinline)) std::future<long> begin_sum() {
  return std::async(std::launch::async, sum_up); // answer: async
}

__attribute__((noinline)) std::jthread begin_count(long &result) {
  return std::jthread([&result] { count_up(result); }); // answer: jthread
}

struct Sorter {
  long result = 0;
  std::thread thread;
  __attribute__((noinline)) Sorter() {
    thread = std::thread([this] { result = sort_out(); }); // answer: thread
  }
};

class Pool {
 public:
  __attribute__((noinline)) explicit Pool(int threads) {
    for (int i = 0; i < threads; i++) threads_.emplace_back([this] { serve(); }); // answer: pool
  }
  ~Pool() {
    {
      std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
    for (std::thread &thread : threads_) thread.join();
  }
  __attribute__((noinline)) void submit(std::function<void()> job) {
    {
      std::lock_guard lock(mutex_);
      jobs_.push(std::move(job));
    }
    changed_.notify_one();
  }

 private:
  void serve() {
    for (;;) {
      std::function<void()> job;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return closed_ || !jobs_.empty(); });
        if (jobs_.empty()) return;
        job = std::move(jobs_.front());
        jobs_.pop();
      }
      job();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<std::function<void()>> jobs_;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

int main(int count, char **arguments) {
  if (count > 1) rounds = std::atoi(arguments[1]);
  std::promise<long> promise;
  std::future<long> sum = begin_sum();
  long counted = 0;
  std::jthread counter = begin_count(counted);
  Sorter sorter;
  Pool pool(2);
  pool.submit([&promise] { promise.set_value(pooled()); });
  long total = sum.get() + promise.get_future().get();
  counter.join();
  sorter.thread.join();
  std::printf("%ld\n", total + counted + sorter.result);
  return 0;
}
