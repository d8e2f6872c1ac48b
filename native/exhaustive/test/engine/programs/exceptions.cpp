// SPDX-License-Identifier: MIT
// Functions left by exceptions, some of them with a destructor to run on the way.
#include <cstdio>

#define NOINLINE __attribute__((noinline, noclone))

static volatile int sink;
extern "C" NOINLINE void leaf() { sink = sink + 1; }

struct Guard {
  ~Guard() { leaf(); }  // 20, called by `throws` while it is left
};

extern "C" NOINLINE void throws(int depth) {
  Guard guard;
  if (depth == 0) throw 1;
  throws(depth - 1);
  sink = sink + 1;
}

extern "C" NOINLINE void catches() {
  try {
    throws(1);
  } catch (int) {
    leaf();  // 10
  }
}

int main() {
  for (int i = 0; i < 10; i++) catches();
  leaf();  // 1
  std::puts("caught");
}
