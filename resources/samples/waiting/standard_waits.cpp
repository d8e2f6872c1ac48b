// SPDX-License-Identifier: MIT
//
// Two threads take turns, and the first one waits for the other in one way of C++ or POSIX after the other. Two more ways never
// wait, although they call the same functions.
//
// True answer: all functions named `for_…` do nothing but wait for what their name says, at the one line of each. `free_semaphore`
// takes a semaphore that is always free, and `free_barrier` is the only thread of its barrier, so neither waits. The program
// measures the CPU time of each with the clock of the thread and prints it: "NAME NS". Each way ends after some seconds.
//
// Usage: standard_waits [TURNS]
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <thread>
#include <vector>

namespace {

constexpr int work = 2000, calls = 20;

// On cache lines of their own.
template <typename T>
struct alignas(64) Alone {
  T value;
};

std::atomic<int> prepared{0};
Alone<std::atomic<int>> begun{0};
Alone<std::atomic<int>> ended{0};
Alone<std::atomic<int>> number{0};
Alone<std::counting_semaphore<>> semaphore{std::counting_semaphore<>(0)};
Alone<std::counting_semaphore<>> unused{std::counting_semaphore<>(1)};
Alone<std::barrier<>> meeting{std::barrier<>(2)};
Alone<std::barrier<>> alone{std::barrier<>(1)};
std::vector<std::unique_ptr<std::latch>> latches;
Alone<sem_t> posix_semaphore;
Alone<pthread_barrier_t> posix_meeting;
Alone<pthread_rwlock_t> lock;
Alone<std::mutex> mutex;
Alone<std::shared_mutex> shared_mutex;
Alone<std::mutex> of_condition;
Alone<std::condition_variable> condition;
// Protected by of_condition.
int met;
Alone<double> result;

// Each line waits. The count of waits keeps the call from being the function's last one, which would replace its frame.
long waits;

[[gnu::noinline]] void for_atomic(int turn) {
  number.value.wait(turn);  // answer: for_atomic
  waits++;
}
[[gnu::noinline]] void for_semaphore(int) {
  semaphore.value.acquire();  // answer: for_semaphore
  waits++;
}
[[gnu::noinline]] void for_latch(int turn) {
  latches[turn]->wait();  // answer: for_latch
  waits++;
}
[[gnu::noinline]] void for_barrier(int) {
  meeting.value.arrive_and_wait();  // answer: for_barrier
  waits++;
}
[[gnu::noinline]] void for_posix_semaphore(int) {
  sem_wait(&posix_semaphore.value);  // answer: for_posix_semaphore
  waits++;
}
[[gnu::noinline]] void for_posix_barrier(int) {
  pthread_barrier_wait(&posix_meeting.value);  // answer: for_posix_barrier
  waits++;
}
[[gnu::noinline]] void for_reading(int) {
  pthread_rwlock_rdlock(&lock.value);  // answer: for_reading
  waits++;
}
[[gnu::noinline]] void for_writing(int) {
  pthread_rwlock_wrlock(&lock.value);  // answer: for_writing
  waits++;
}
[[gnu::noinline]] void for_mutex(int) {
  mutex.value.lock();  // answer: for_mutex
  waits++;
}
[[gnu::noinline]] void for_sharing(int) {
  shared_mutex.value.lock_shared();  // answer: for_sharing
  waits++;
}
[[gnu::noinline]] void for_condition(int turn) {
  std::unique_lock<std::mutex> locked(of_condition.value);
  while (met <= turn) condition.value.wait(locked);  // answer: for_condition
  waits++;
}
[[gnu::noinline]] void free_semaphore(int) {
  for (int call = 0; call < calls; call++) {
    unused.value.acquire();
    unused.value.release();
  }
}
[[gnu::noinline]] void free_barrier(int) {
  for (int call = 0; call < calls; call++) alone.value.arrive_and_wait();
}

void take(int) { pthread_rwlock_wrlock(&lock.value); }
void release(int) { pthread_rwlock_unlock(&lock.value); }
void take_mutex(int) { mutex.value.lock(); }
void release_mutex(int) { mutex.value.unlock(); }
void take_alone(int) { shared_mutex.value.lock(); }
void release_alone(int) { shared_mutex.value.unlock(); }
void release_shared(int) { shared_mutex.value.unlock_shared(); }
void nothing(int) {}
void end_atomic(int) {
  number.value.fetch_add(1);
  number.value.notify_one();
}
void end_semaphore(int) { semaphore.value.release(); }
void end_latch(int turn) { latches[turn]->count_down(); }
void end_barrier(int) { meeting.value.arrive_and_wait(); }
void end_condition(int turn) {
  const std::lock_guard<std::mutex> locked(of_condition.value);
  met = turn + 1;
  condition.value.notify_one();
}
void end_posix_semaphore(int) { sem_post(&posix_semaphore.value); }
void end_posix_barrier(int) { pthread_barrier_wait(&posix_meeting.value); }

struct Way {
  const char *name;
  void (*prepare)(int turn);
  void (*wait)(int turn);
  void (*after)(int turn);
  void (*end)(int turn);
};
constexpr Way ways[] = {
    {"for_atomic", nothing, for_atomic, nothing, end_atomic},
    {"for_semaphore", nothing, for_semaphore, nothing, end_semaphore},
    {"for_latch", nothing, for_latch, nothing, end_latch},
    {"for_barrier", nothing, for_barrier, nothing, end_barrier},
    {"for_posix_semaphore", nothing, for_posix_semaphore, nothing, end_posix_semaphore},
    {"for_posix_barrier", nothing, for_posix_barrier, nothing, end_posix_barrier},
    {"for_reading", take, for_reading, release, release},
    {"for_writing", take, for_writing, release, release},
    {"for_mutex", take_mutex, for_mutex, release_mutex, release_mutex},
    {"for_sharing", take_alone, for_sharing, release_shared, release_alone},
    {"for_condition", nothing, for_condition, nothing, end_condition},
    {"free_semaphore", nothing, free_semaphore, nothing, nothing},
    {"free_barrier", nothing, free_barrier, nothing, nothing},
};
long spent[std::size(ways)];
// The turn that has begun is the way's last one: on a busy machine each of them may take a hundred times as long.
bool is_last;
constexpr std::chrono::seconds longest(6);

long cpu_time() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000000000 + now.tv_nsec;
}

void reach(std::atomic<int> &reached, int step) {
  reached.store(step, std::memory_order_release);
  reached.notify_one();
}
void until(const std::atomic<int> &reached, int step) { reached.wait(step - 1); }

[[gnu::noinline]] void compute() {
  double value = result.value;
  for (int i = 0; i < work; i++) value = value * 0.5 + i;
  result.value = value;
}

}  // namespace

int main(int count, char **arguments) {
  const int turns = count > 1 ? std::atoi(arguments[1]) : 3000;
  sem_init(&posix_semaphore.value, 0, 0);
  pthread_barrier_init(&posix_meeting.value, nullptr, 2);
  pthread_rwlock_init(&lock.value, nullptr);
  for (int turn = 0; turn < turns; turn++) latches.push_back(std::make_unique<std::latch>(1));
  std::thread waiter([turns] {
    int step = 0;
    for (std::size_t way = 0; way < std::size(ways); way++) {
      for (int turn = 0; turn < turns; turn++) {
        until(prepared, ++step);
        reach(begun.value, step);
        const long start = cpu_time();
        ways[way].wait(turn);
        spent[way] += cpu_time() - start;
        ways[way].after(turn);
        const bool was_last = is_last;
        reach(ended.value, step);
        if (was_last) break;
      }
    }
  });
  int step = 0;
  for (const Way &way : ways) {
    const auto start = std::chrono::steady_clock::now();
    is_last = false;
    for (int turn = 0; turn < turns && !is_last; turn++) {
      is_last = turn == turns - 1 || std::chrono::steady_clock::now() - start > longest;
      way.prepare(turn);
      reach(prepared, ++step);
      until(begun.value, step);
      compute();
      way.end(turn);
      until(ended.value, step);
    }
  }
  waiter.join();
  for (std::size_t way = 0; way < std::size(ways); way++) std::printf("%s %ld\n", ways[way].name, spent[way]);
  return 0;
}
