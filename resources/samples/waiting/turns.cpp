// SPDX-License-Identifier: MIT
//
// A pool of three threads. In each round one of them has a task that takes 12 times as long as those of the others, each time
// another one, and the next round begins when all have ended.
//
// True answer: the sums of their work are even. For 11/12 of the run one of them works alone, in long_task(). The program prints
// the CPU time of all long tasks and of all tasks, in ns.
//
// Usage: turns [ROUNDS]
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <condition_variable>
#include <functional>
#include <latch>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

namespace {

constexpr int values = 8000;
constexpr int threads = 3;
constexpr int passes = 200;
constexpr int times_longer = 12;
// Written after each call, so that none is the last thing that a function does.
volatile double results[threads];

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

__attribute__((noinline)) void short_task(int thread) { results[thread] = compute(passes); }

__attribute__((noinline)) void long_task(int thread) { /* answer: long_task */
  results[thread] = compute(times_longer * passes);
}

/** A thread with a queue of its own. */
class Worker {
 public:
  Worker() : thread_([this] { work(); }) {}

  ~Worker() {
    add({});
    thread_.join();
  }

  void add(std::function<void()> task) {
    const std::lock_guard guard(mutex_);
    tasks_.push(std::move(task));
    changed_.notify_one();
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !tasks_.empty(); });
        task = std::move(tasks_.front());
        tasks_.pop();
      }
      if (!task) return;
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<std::function<void()>> tasks_;
  std::thread thread_;
};

}  // namespace

int main(int count, char **words) {
  const int rounds = count > 1 ? std::atoi(words[1]) : 60;
  long spent[threads] = {}, in_long_tasks[threads] = {};
  {
    Worker workers[threads];
    for (int round = 0; round < rounds; round++) {
      std::latch all(threads);
      for (int thread = 0; thread < threads; thread++)
        workers[thread].add([&, thread, is_long = round % threads == thread] {
          const long begin = cpu_time();
          if (is_long)
            long_task(thread);
          else
            short_task(thread);
          const long time = cpu_time() - begin;
          spent[thread] += time;
          if (is_long) in_long_tasks[thread] += time;
          all.count_down();
        });
      all.wait();
    }
  }
  std::printf("%ld %ld\n", in_long_tasks[0] + in_long_tasks[1] + in_long_tasks[2], spent[0] + spent[1] + spent[2]);
}
