/* SPDX-License-Identifier: MIT
 *
 * Functions that end in `return f(x);`, which compilers turn into jumps: their frames are gone when f runs.
 *
 * True answer: each leaf's store is KILLED_BY the same one of the next round, all the ROUNDS rounds but the last. What called the leaf is
 * what the source says; compiled with -fno-optimize-sibling-calls the stack says so too. Without that option
 *   - unique: the only chain from enters_unique is middle, inner;
 *   - forked: left or right ran, which is not known; common ran after either;
 *   - cyclic: ping and pong may have run any number of times;
 *   - pointed: the call through the pointer could go anywhere;
 *   - passed: no pointer leads to the leaf, and one function only jumps to it, which the pointer must have led to;
 *   - open: a pointer leads to the leaf too, so that the jump before it is not certain: its frame is missing;
 *   - either: two functions jump to the leaf, and pointers lead to both: which one ran is not known;
 *   - library: one jump of the program through its linkage table, one within the library through that one's.
 *
 * Compiled with -DLIBRARY it is the library that the program is linked with.
 *
 * Usage: tail_calls [ROUNDS] */
#include <stdlib.h>

/* Never inlined, nor copied for one caller. */
#define APART __attribute__((noipa))

int library_enters(int value);
int library_inner(int value);

#ifdef LIBRARY

static volatile int library_cell;

APART int library_inner(int value) { return library_cell = value; /* answer: library */ }
APART int library_enters(int value) { return library_inner(value + 1); /* answer: library jump */ }

#else

enum { DEFAULT_ROUNDS = 1000 };

static volatile int cells[9];

APART int unique_leaf(int value) { return cells[0] = value; /* answer: unique */ }
APART int inner(int value) { return unique_leaf(value + 1); /* answer: inner jump */ }
static inline __attribute__((always_inline)) int within(int value) { return inner(value * 3); /* answer: within jump */ }
APART int enters_unique(int value) { return within(value + 2); /* answer: enters_unique jump */ }

APART int forked_leaf(int value) { return cells[1] = value; /* answer: forked */ }
APART int common(int value) { return forked_leaf(value + 1); /* answer: common jump */ }
APART int left(int value) { return common(value + 2); }
APART int right(int value) { return common(value + 3); }
APART int enters_forked(int value) { return value % 2 ? left(value) : right(value); /* answer: forked jump */ }

APART int cyclic_leaf(int value) { return cells[2] = value; /* answer: cyclic */ }
APART int pong(int value);
APART int ping(int value) { return value < 4 ? cyclic_leaf(value) : pong(value - 1); /* answer: ping jump */ }
APART int pong(int value) { return ping(value / 2); }

APART int pointed_leaf(int value) { return cells[3] = value; /* answer: pointed */ }
APART int enters_pointed(int (*function)(int), int value) { return function(value + 1); /* answer: pointed jump */ }

APART int enters_library(int value) { return library_enters(value + 1); /* answer: program jump */ }

typedef int function(int);

APART int passed_leaf(int value) { return cells[5] = value; /* answer: passed */ }
APART int enters_passed(int value) { return passed_leaf(value + 1); /* answer: enters_passed jump */ }

APART int open_leaf(int value) { return cells[6] = value; /* answer: open */ }
APART int enters_open(int value) { return open_leaf(value + 1); }

APART int either_leaf(int value) { return cells[7] = value; /* answer: either */ }
APART int enters_one(int value) { return either_leaf(value + 1); }
APART int enters_other(int value) { return either_leaf(value + 2); }

static function *volatile pointers[] = {enters_passed, enters_open, open_leaf, enters_one, enters_other};

APART int direct_leaf(int value) { return cells[4] = value; /* answer: direct */ }

int main(int count, char **arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : DEFAULT_ROUNDS;
  int sum = 0;
  for (int round = 0; round < rounds; round++) {
    sum += enters_unique(round);
    sum += enters_forked(round);
    sum += ping(round % 100 + 10);
    sum += enters_pointed(pointed_leaf, round);
    sum += enters_library(round);
    sum += direct_leaf(round);
    sum += pointers[0](round);
    sum += pointers[1](round);
    sum += pointers[3](round);
  }
  return sum & 1;
}

#endif
