// SPDX-License-Identifier: MIT
// Regions as a program should not mark them (resources/include/hagstone.h): nested too deeply, with the name of an
// outer one, and with invalid names. All dead stores are in the region "outer".
#include <hagstone.h>

#include <stdint.h>
#include <stdlib.h>

enum { BEYOND_WHAT_IS_KEPT = 100 };

static volatile long cell;

__attribute__((noinline)) static void work(long rounds) {
  for (long i = 0; i < rounds; i++) cell = i;
}

int main(int count, char **arguments) {
  const long rounds = count > 1 ? atol(arguments[1]) : 100000000;
  const char *unreadable = (const char *)(uintptr_t)8;
  hagstone_region_begin("outer");
  hagstone_region_begin(unreadable);
  hagstone_region_begin(NULL);
  hagstone_region_begin("");
  hagstone_region_end("");
  hagstone_region_end(NULL);
  hagstone_region_end(unreadable);
  for (int i = 0; i < BEYOND_WHAT_IS_KEPT; i++) hagstone_region_begin(i < BEYOND_WHAT_IS_KEPT / 2 ? "inner" : "outer");
  for (int i = 0; i < BEYOND_WHAT_IS_KEPT; i++) hagstone_region_end(i < BEYOND_WHAT_IS_KEPT / 2 ? "outer" : "inner");
  work(rounds);
  hagstone_region_end("outer");
  return 0;
}
