// SPDX-License-Identifier: GPL-2.0-or-later
//
// Operators new and delete with an allocator of their own, which gives out the block that came back last. Ten blocks, one
// after the other: stored to, and never read.
#include <cstddef>
#include <new>

#define NOINLINE __attribute__((noinline))
#define OWN_FUNCTION extern "C" NOINLINE

alignas(16) static char arena[4096];
static char *unused = arena;
static void *returned;  // by the latest delete

NOINLINE void *operator new(std::size_t bytes) {
  if (returned) {
    void *block = returned;
    returned = nullptr;
    return block;
  }
  void *block = unused;
  unused += (bytes + 15) / 16 * 16;
  return block;
}
NOINLINE void operator delete(void *block) noexcept { returned = block; }
NOINLINE void operator delete(void *block, std::size_t) noexcept { returned = block; }

struct Pair {
  long first, second;
};

OWN_FUNCTION volatile Pair *makes() { return new Pair; }
OWN_FUNCTION void stores(volatile Pair *pair, long number) {
  pair->first = number;
  pair->second = 7;
}
OWN_FUNCTION void ends(volatile Pair *pair) { delete const_cast<Pair *>(pair); }

int main() {
  for (long number = 0; number < 10; number++) {
    volatile Pair *pair = makes();
    stores(pair, number);
    ends(pair);
  }
  return returned == arena ? 0 : 1;
}
