// SPDX-License-Identifier: MIT
//
// A pool of two threads, which take tasks from a queue. The last task takes as long as all others together do in four threads.
//
// True answer: while one thread executes long_task(), the other one has nothing to do. With even shares, the tasks would take
// 3/5 of the time. The program prints the CPU time of the long task, in ns.
//
// Usage: last_task [ROUNDS]
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <latch>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

namespace {

constexpr int values = 8000;
constexpr int short_tasks = 8;
// Written after each call, so that none is the last thing that a function does.
volatile double results;

long cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000000000 + now.tv_nsec;
}

__attribute__((noinline)) double compute(int rounds) {
  std::vector<double> field(values);
  double sum = 0;
  for (int round = 0; round < rounds; round++)
    for (int i = 1; i < values; i++) {
      field[i] = field[i - 1] * 0.5 + round;
      sum += field[i];
    }
  return sum;
}

__attribute__((noinline)) void short_task(int rounds) { results = compute(rounds); }

__attribute__((noinline)) void long_task(int rounds) { /* answer: long_task */
  results = compute(2 * short_tasks * rounds);
}

class Pool {
 public:
  explicit Pool(int count) {
    for (int i = 0; i < count; i++) threads_.emplace_back([this] { work(); });
  }

  void add(std::function<void()> task) {
    {
      const std::lock_guard guard(mutex_);
      tasks_.push(std::move(task));
    }
    changed_.notify_one();
  }

  /** Returns when all tasks are done. */
  void close() {
    {
      const std::lock_guard guard(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
    for (std::thread &thread : threads_) thread.join();
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return closed_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        task = std::move(tasks_.front());
        tasks_.pop();
      }
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<std::function<void()>> tasks_;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace

int main(int count, char **words) {
  const int rounds = count > 1 ? std::atoi(words[1]) : 2000;
  // Each thread has at least one task, however busy the machine is.
  std::latch both(2);
  long spent = 0;
  Pool pool(2);
  for (int i = 0; i < short_tasks; i++)
    pool.add([&both, i, rounds] {
      if (i < 2) both.arrive_and_wait();
      short_task(rounds);
    });
  pool.add([&spent, rounds] {
    const long begin = cpu_time();
    long_task(rounds);
    spent = cpu_time() - begin;
  });
  pool.close();
  std::printf("%ld\n", spent);
}
