/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Fails unless the kernel's random bytes are the same each time that it is asked for some. */
#include <string.h>
#include <sys/random.h>

int main(void) {
  char first[8], second[8];
  if (getrandom(first, sizeof first, 0) != sizeof first || getrandom(second, sizeof second, 0) != sizeof second) return 2;
  return memcmp(first, second, sizeof first) ? 1 : 0;
}
