/* SPDX-License-Identifier: MIT
 *
 * The array that is zeroed twice, after WITCH Listing 1 (gcc's loop_regs_scan): at the end of each basic block a
 * large array is cleared although hardly anything of it was set, and the next block begins by clearing it once more.
 *
 * True answer: every clearing at a block's end is wasted: KILLED_BY the clearing at the next block's beginning, which
 * itself is used (USED_BY the scan). No other pair of this program wastes more than one store in ten thousand.
 *
 * Usage: rezeroed_array [BLOCKS] */
#include <stdio.h>
#include <stdlib.h>

enum { REGISTERS = 16384, DEFAULT_BLOCKS = 300000 };

static long last_set[REGISTERS];

/* Not a call of memset: the stores are to be seen in this file. Not folded into one function, being alike. */
__attribute__((noinline, no_icf, optimize("no-tree-loop-distribute-patterns"))) static void begin_block(void) {
  for (int i = 0; i < REGISTERS; i++)
    last_set[i] = 0; /* answer: killing store */
}

__attribute__((noinline, no_icf, optimize("no-tree-loop-distribute-patterns"))) static void end_block(void) {
  for (int i = REGISTERS; i-- > 0;)
    last_set[i] = 0; /* answer: dead store */
}

__attribute__((noinline)) static long scan_block(int block) {
  last_set[block % REGISTERS]++;
  long sets = 0;
  for (int i = 0; i < REGISTERS; i++)
    sets += last_set[i];
  return sets;
}

int main(int count, char **arguments) {
  int blocks = count > 1 ? atoi(arguments[1]) : DEFAULT_BLOCKS;
  long sets = 0;
  for (int block = 0; block < blocks; block++) {
    begin_block();
    sets += scan_block(block);
    end_block();
  }
  printf("%ld registers set\n", sets);
  return 0;
}
