/* SPDX-License-Identifier: MIT
 *
 * The library of library_host.c, which says what is true of it. */

enum { LENGTH = 1000 };

static volatile long array[LENGTH];

static __attribute__((noinline)) void clear(long count, long value) {
  for (long i = 0; i < count; i++)
    array[i] = value;
}

static __attribute__((noinline)) long add_up(long count) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += array[i];
  return sum;
}

/* Registers that it must save, so that its stack frame is not trivial. */
long library_work(long rounds) {
  long sum = 0;
  for (long round = 0; round < rounds; round++) {
    clear(LENGTH, round);
    clear(LENGTH, round + 1);
    sum += add_up(LENGTH);
  }
  return sum;
}
