// SPDX-License-Identifier: MIT
//
// Two threads of oneTBB with unequal work: of the two tasks of each parallel_for, one has three times as much work as the other.
// The thread that ends first looks for further tasks until the other one has ended, too.
//
// True answer: what the threads spend beyond the work of their tasks is waiting for tasks: in spread(), and below no code of the
// program in the thread of the library. The program measures the work of its tasks and all CPU time of both threads with the
// clock of each thread and prints them: "WORK ALL", in ns.
//
// Usage: tasks [ROUNDS]
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace {

constexpr int tasks = 2, part = 60, steps = 200;
double values[tasks * 3 * part];
// Written after each call, so that none is the last thing that a function does.
volatile long calls;
// By task.
long work[tasks];

long time_of(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000000 + now.tv_nsec;
}

__attribute__((noinline)) void compute(double *first, int length) {
  for (int i = 0; i < length; i++)
    for (int step = 0; step < steps; step++) first[i] = first[i] * 0.5 + step;
}

__attribute__((noinline)) void spread() {
  tbb::parallel_for(  // answer: spread
      tbb::blocked_range<int>(0, tasks, 1),
      [](const tbb::blocked_range<int> &range) {
        for (int task = range.begin(); task < range.end(); task++) {
          const long begin = time_of(CLOCK_THREAD_CPUTIME_ID);
          compute(values + task * 3 * part, task == 0 ? 3 * part : part);
          work[task] += time_of(CLOCK_THREAD_CPUTIME_ID) - begin;
        }
      },
      tbb::static_partitioner());
  calls = calls + 1;
}

}  // namespace

int main(int count, char **arguments) {
  const long rounds = count > 1 ? atol(arguments[1]) : 20000;
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, tasks);
  tbb::task_arena(tasks).execute([rounds] {
    for (long round = 0; round < rounds; round++) spread();
  });
  printf("%ld %ld\n", work[0] + work[1], time_of(CLOCK_PROCESS_CPUTIME_ID));
  return 0;
}
