/* SPDX-License-Identifier: MIT
 *
 * Dead stores in assembly that moves the stack pointer and pushes the address of data, which call frame information
 * knows nothing of: by it the return address is that of `table`.
 *
 * True answer, in stores: two pairs of 50 %: the first store KILLED_BY the second, the second KILLED_BY the first of the
 * next round. Their caller is `main`, or unknown; never `table`.
 *
 * Usage: pushed_address [ROUNDS] */
#include <stdio.h>
#include <stdlib.h>

static long table[64];
static volatile long target;

__attribute__((noinline)) static void store_twice(long rounds) {
  __asm__ volatile(
      "lea %[table], %%rax\n\t"
      "sub $512, %%rsp\n\t"
      "push %%rax\n\t"
      "1: movq $1, %[target]\n\t" /* answer: first */
      "movq $2, %[target]\n\t"    /* answer: second */
      "dec %[rounds]\n\t"
      "jnz 1b\n\t"
      "add $520, %%rsp\n\t"
      : [rounds] "+r"(rounds), [target] "=m"(target)
      : [table] "m"(table[8])
      : "rax", "cc", "memory");
}

int main(int count, char **arguments) {
  store_twice(count > 1 ? atol(arguments[1]) : 500000000);
  printf("%ld\n", target + table[8]);
  return 0;
}
