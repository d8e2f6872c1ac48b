/* SPDX-License-Identifier: MIT
 *
 * Loads that read again what was read before, and loads that do not.
 *
 * True answer, all precise:
 *   linear_search    every load of the table REDUNDANT_WITH itself: nothing is ever changed there
 *   spilled          of the hot loop's variables, all of which lie on the stack, the factor is loaded to no purpose and the
 *                    sum is CHANGED_BY itself; of several loads of the counter those after its change are
 *   load_changing    every load CHANGED_BY itself: change() stores in between, which ends no wait
 *   count_up         read-modify-writes: what they load is CHANGED_BY what they load the next time
 *   read_and_count   the read-modify-write loads again what has just been loaded: REDUNDANT_WITH; what it leaves is new
 *                    to the load of the next round: CHANGED_BY
 *   add_nothing      read-modify-writes of 0: REDUNDANT_WITH themselves
 * In time: each function's share is that of the clock ticks that fall into it (change has no loads).
 *
 * Usage: redundant_loads [ROUNDS] */
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 4096, DEFAULT_ROUNDS = 120 * 1000 };

static int table[LENGTH];
static volatile int changing[LENGTH], counters[LENGTH], sums[LENGTH], read_counters[LENGTH];

__attribute__((noinline)) static int linear_search(const volatile int *in, int key) {
  for (int i = 0; i < LENGTH; i++)
    if (in[i] == key) return i; /* answer: redundant load */
  return -1;
}

/* All registers are taken in the middle of the loop. */
__attribute__((noinline)) static long spilled(long factor) {
  long sum = 0;
  for (long i = 0; i < LENGTH; i++) {
    sum = 3 * sum + (factor ^ i); /* answer: a redundant reload of factor */
    __asm__ volatile("" : : : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "r8", "r9", "r10", "r11", "r12", "r13",
                              "r14", "r15");
  }
  return sum;
}

__attribute__((noinline)) static void change(int round) {
  for (int i = 0; i < LENGTH; i++) changing[i] = round;
}

__attribute__((noinline)) static int load_changing(void) {
  int sum = 0;
  for (int i = 0; i < LENGTH; i++) sum += changing[i]; /* answer: useful load */
  return sum;
}

__attribute__((noinline)) static void count_up(void) {
  for (int i = 0; i < LENGTH; i++) __asm__ volatile("addl $1, %0" : "+m"(counters[i])); /* answer: useful load */
}

__attribute__((noinline)) static int read_and_count(void) {
  int sum = 0;
  for (int i = 0; i < LENGTH; i++) {
    sum += read_counters[i];
    __asm__ volatile("addl $1, %0" : "+m"(read_counters[i])); /* answer: redundant load */
  }
  return sum;
}

__attribute__((noinline)) static void add_nothing(int nothing) {
  for (int i = 0; i < LENGTH; i++)
    __asm__ volatile("addl %1, %0" : "+m"(sums[i]) : "r"(nothing)); /* answer: redundant load */
}

int main(int count, char **arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : DEFAULT_ROUNDS;
  long result = 0;
  for (int round = 0; round < rounds; round++) { /* answer: scope of the search */
    result += linear_search(table, 1);
    result += spilled(round % 2);
    change(round);
    result += load_changing();
    count_up();
    result += read_and_count();
    add_nothing(0);
  }
  printf("%ld\n", result);
  return 0;
}
