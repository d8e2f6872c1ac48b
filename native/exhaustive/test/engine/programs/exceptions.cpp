// SPDX-License-Identifier: MIT
// Functions left by exceptions, some of them with a destructor to run on the way, and some by that of a signal's handler, on
// the thread's stack and on another one.
#include <signal.h>

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

extern "C" NOINLINE void throws_on_signal(int) {
  leaf();  // 6
  throw 2;
}
extern "C" NOINLINE void faults() {
  Guard guard;  // 6
  *reinterpret_cast<volatile int *>(8) = 1;
  sink = sink + 1;
}
extern "C" NOINLINE void catches_fault() {
  try {
    faults();
  } catch (int) {
    leaf();  // 6
  }
}
extern "C" NOINLINE void catches_faults(int flags) {
  static char stack[1 << 16];
  stack_t where = {};
  where.ss_sp = stack;
  where.ss_size = sizeof stack;
  sigaltstack(&where, nullptr);
  struct sigaction action = {};
  action.sa_handler = throws_on_signal;
  action.sa_flags = SA_NODEFER | flags;
  sigaction(SIGSEGV, &action, nullptr);
  for (int i = 0; i < 3; i++) catches_fault();
  sink = sink + 1;
}

int main() {
  for (int i = 0; i < 10; i++) catches();
  catches_faults(0);
  catches_faults(SA_ONSTACK);
  leaf();  // 1
  std::puts("caught");
}
