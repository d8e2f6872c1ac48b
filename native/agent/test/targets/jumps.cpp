// SPDX-License-Identifier: MIT
// C++ exceptions and longjmp through code that is being sampled.
#include <csetjmp>
#include <cstdio>
#include <stdexcept>
#include <string>

extern "C" {
#include "work.h"
}

static jmp_buf place;
static volatile bool jumping = true;

__attribute__((noinline)) static int thrower(int depth) {
  std::string kept(50, 'x');
  if (depth == 0) {
    work(0.001);
    throw std::runtime_error("bottom");
  }
  return thrower(depth - 1) + static_cast<int>(kept.size());
}

__attribute__((noinline)) static void jumper(int depth) {
  work(0.0001);
  if (depth > 0)
    jumper(depth - 1);
  else if (jumping)
    longjmp(place, 1);
  work_array[0] = depth;
}

static int caught = 0, jumped = 0, attempt = 0;

int main() {
  for (int i = 0; i < 200; i++) {
    try {
      thrower(20);
    } catch (const std::runtime_error &error) {
      caught += error.what() == std::string("bottom");
    }
  }
  for (; attempt < 100; attempt++) {
    if (setjmp(place))
      jumped++;
    else
      jumper(10);
  }
  std::printf("caught %d, jumped %d\n", caught, jumped);
  return 0;
}
