// SPDX-License-Identifier: MIT
// Whether an agent is there is asked at each mark: it may be attached while the loop runs. Compiled only (check_marks.sh).
#include <hagstone.h>

int marks_in_loop(int (*work)(void));
int marks_in_loop(int (*work)(void)) {
  int rounds = 0;
  do {
    hagstone_region_begin("first");
    rounds += work();
    hagstone_region_end("first");
    rounds += work();
  } while (work());
  return rounds;
}
