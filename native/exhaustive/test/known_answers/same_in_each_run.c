/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Fails unless the kernel's random bytes and the processor's time stamps are the same each time. */
#include <string.h>
#include <sys/random.h>
#include <x86intrin.h>

int main(void) {
  char first[8], second[8];
  if (getrandom(first, sizeof first, 0) != sizeof first || getrandom(second, sizeof second, 0) != sizeof second) return 2;
  if (memcmp(first, second, sizeof first) != 0) return 1;
  const unsigned long long before = __rdtsc();
  return before == __rdtsc() ? 0 : 3;
}
