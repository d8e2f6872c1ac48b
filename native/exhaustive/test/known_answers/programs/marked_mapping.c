/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Marks a mapping that is longer than its file: of ten pages the first two have memory. */
#define _GNU_SOURCE
#include <hagstone.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

int main(void) {
  const int file = memfd_create("short", 0);
  if (file < 0 || ftruncate(file, PAGE + 1) != 0) return 1;
  char *mapping = mmap(NULL, 10 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapping == MAP_FAILED) return 1;
  hagstone_inspect_object(mapping, 8, HAGSTONE_UNSIGNED, HAGSTONE_EXACT);
  hagstone_inspect_array(mapping, 8, 0, 2 * PAGE / 8, HAGSTONE_UNSIGNED, HAGSTONE_EXACT);
  return 0;
}
