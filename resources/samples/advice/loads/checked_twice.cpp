// SPDX-License-Identifier: MIT
//
// Whether the thread's heap exists is asked twice for each allocation, by two functions, as in Hoard (LOADSPY, listing 12).
// Change: ask once, and hand the pointer on.
//
// Tools: redundant-loads
// Finding: call-invariant-load | aliased-reload
#include "../apart.h"
#include <cstdio>

struct Heap { char* free; long handed_out[64]; };

static thread_local Heap* heap = nullptr;

APART static bool is_initialised() { return heap != nullptr; /* finding: earlier later */ }

APART static Heap* own_heap() {
  Heap* own = heap; /* finding: earlier later */
  if (own == nullptr) heap = own = static_cast<Heap*>(calloc(1, sizeof(Heap)));
  return own;
}

APART static long allocate(long size) {
  if (!is_initialised()) own_heap(); /* finding: earlier later */
  return own_heap()->handed_out[size & 63] += size; /* finding: earlier later */
}

int main(int count, char** arguments) {
  long total = 0;
  for (int round = rounds(count, arguments, 120000); round > 0; round--) total += allocate(round * 7);
  printf("%ld\n", total);
}
