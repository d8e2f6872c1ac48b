/* SPDX-License-Identifier: MIT
 *
 * CPU time in the kernel: one system call that lasts many clock ticks, many that last far less than one, and page faults;
 * then as much time in the program's own code as these three took together.
 *
 * True answer: compute takes half of the CPU time, and long_call, short_calls and touch take the other half. The
 * program prints how that half is shared: the permille of the whole in long_call, short_calls and touch.
 *
 * Usage: kernel_time [ROUNDS] */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { DEFAULT_ROUNDS = 80, LONG = 50 << 20, SHORT = 100 << 10, CALLS = 1500, TOUCHED = 6 << 20, PAGE = 4096, STEPS = 100000 };

static uint64_t cpu_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* A short read would be a fault of the profiler: signals must not interrupt the call. */
static void read_all(int zeros, char *to, size_t size) {
  if (read(zeros, to, size) != (ssize_t)size) abort();
}

__attribute__((noinline)) static void long_call(int zeros, char *memory) { read_all(zeros, memory, LONG); }

__attribute__((noinline)) static void short_calls(int zeros, char *memory) {
  for (int call = 0; call < CALLS; call++) read_all(zeros, memory, SHORT);
}

__attribute__((noinline)) static void touch(void) {
  char *fresh = mmap(NULL, TOUCHED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (fresh == MAP_FAILED) abort();
  madvise(fresh, TOUCHED, MADV_NOHUGEPAGE);
  for (size_t page = 0; page < TOUCHED; page += PAGE) ((volatile char *)fresh)[page] = 1;
  munmap(fresh, TOUCHED);
}

/* In a register, so that no sample of any tool can be taken here. */
__attribute__((noinline)) static void compute(uint64_t until) {
  while (cpu_time() < until)
    for (unsigned long left = STEPS; left; left--) __asm__ volatile("" : "+r"(left));
}

int main(int count, char **arguments) {
  const int rounds = count > 1 ? atoi(arguments[1]) : DEFAULT_ROUNDS;
  const int zeros = open("/dev/zero", O_RDONLY);
  char *memory = malloc(LONG);
  if (zeros < 0 || !memory) return 1;
  uint64_t spent[3] = {0}, all = 0;
  for (int round = 0; round < rounds; round++) {
    const uint64_t begin = cpu_time();
    long_call(zeros, memory);
    const uint64_t first = cpu_time();
    short_calls(zeros, memory);
    const uint64_t second = cpu_time();
    touch();
    const uint64_t third = cpu_time();
    compute(third + (third - begin));
    spent[0] += first - begin;
    spent[1] += second - first;
    spent[2] += third - second;
    all += cpu_time() - begin;
  }
  for (int part = 0; part < 3; part++) printf("%llu\n", (unsigned long long)(1000 * spent[part] / all));
}
