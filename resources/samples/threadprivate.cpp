// SPDX-License-Identifier: MIT
//
// Dead stores to what OpenMP calls threadprivate, in two threads.
//
// True answer, in stores: all of `scratch`; every store of `fill` is KILLED_BY the next call of `fill`, but for the last.
//
// Usage: threadprivate [ROUNDS]
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int length = 1000;
volatile long scratch[length];
#pragma omp threadprivate(scratch)

}  // namespace

__attribute__((noinline)) void fill(long value) {
  for (int i = 0; i < length; i++) scratch[i] = value;  // answer: dead
}

int main(int count, char **arguments) {
  const long rounds = count > 1 ? std::atol(arguments[1]) : 300000;
#pragma omp parallel num_threads(2)
  for (long round = 0; round < rounds; round++) fill(round);
  std::printf("%ld\n", scratch[length / 2]);
  return 0;
}
