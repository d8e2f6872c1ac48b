// SPDX-License-Identifier: MIT
// A register that two threads write before the second one forks, and its child after it, all with the same value.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noclone))
// Nothing that runs in between uses it.
#define WRITE_XMM15() __asm__ volatile("movq %0, %%xmm15" : : "r"(0x123456789abcdefL))

static volatile int sink;

NOINLINE void first_thread_writes(void) {
  WRITE_XMM15();
  sink++;
}
NOINLINE void second_thread_writes(void) {
  WRITE_XMM15();
  sink++;
}
NOINLINE void child_writes(void) {
  for (int i = 0; i < 2; i++) WRITE_XMM15();
  sink++;
}

static void *second_thread(void *nothing) {
  second_thread_writes();
  const int process = fork();
  if (process == 0) {
    child_writes();
    _exit(0);
  }
  waitpid(process, 0, 0);
  return nothing;
}

int main(void) {
  pthread_t thread;
  first_thread_writes();
  pthread_create(&thread, 0, second_thread, 0);
  pthread_join(thread, 0);
  return 0;
}
