// SPDX-License-Identifier: MIT
//
// Parallel regions of OpenMP in C++: in a member function, in a template, and in a lambda.
//
// True answer: both sections, and what every thread of the other regions does, stand below the region, and that below the
// function that begins it.
//
// Usage: sections [ROUNDS]
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int length = 20000, steps = 40;
double values[length];
volatile long calls;

void compute(double *value) {
  for (int step = 0; step < steps; step++) *value = *value * 0.5 + step;
}

struct Field {
  __attribute__((noinline)) void halve() {
#pragma omp parallel sections num_threads(2)  // answer: sections
    {
#pragma omp section
      for (int i = 0; i < length / 2; i++) compute(&values[i]);
#pragma omp section
      for (int i = length / 2; i < length; i++) compute(&values[i]);
    }
    calls = calls + 1;
  }
};

template <typename Work>
__attribute__((noinline)) void for_each_part(Work work) {
#pragma omp parallel for num_threads(2) schedule(guided)  // answer: template
  for (int part = 0; part < 20; part++) work(part);
  calls = calls + 1;
}

}  // namespace

int main(int count, char **arguments) {
  const long rounds = count > 1 ? std::atol(arguments[1]) : 1500;
  Field field;
  for (long round = 0; round < rounds; round++) {
    field.halve();
    for_each_part([](int part) {
      for (int i = 0; i < length / 20; i++) compute(&values[part * (length / 20) + i]);
    });
  }
  std::printf("%g\n", values[length / 2]);
  return 0;
}
