// SPDX-License-Identifier: MIT
// Functions left by longjmp. After it contexts are those of the function that it went to.
#include <setjmp.h>
#include <stdio.h>

#define NOINLINE __attribute__((noinline, noclone))

static jmp_buf place;
static volatile int sink;
NOINLINE void leaf(void) { sink++; }

NOINLINE void dive(int depth) {
  if (depth == 0) {
    leaf();  // 10, below five dives
    longjmp(place, 1);
  }
  dive(depth - 1);
  sink++;
}

// Code that runs here after the jump, without any call in between, belongs to it too.
NOINLINE void lander(void) {
  for (volatile int round = 0; round < 10; round++) {
    if (setjmp(place) == 0) dive(4);
    for (int i = 0; i < 5; i++) sink++;
    leaf();  // 10
  }
}

// From functions far below, since there was more on the stack when they were called than when the jump was made ready.
NOINLINE void makes_room(int bytes) {
  if (setjmp(place) == 0) {
    volatile char room[bytes];
    room[0] = room[bytes - 1] = 1;
    dive(1);
  }
  leaf();  // 1
}

int main(void) {
  lander();
  makes_room(100000);
  leaf();  // 1
  puts("landed");
  return 0;
}
