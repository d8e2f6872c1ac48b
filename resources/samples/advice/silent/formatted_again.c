// SPDX-License-Identifier: MIT
//
// A path is put together anew for each file, though all but its end stays the same.
// Change: write the directory once, and only the name behind it in the loop.
//
// Tools: silent-stores
// Finding: built-anew | redundant-copy | repeated-initialisation
#include "../apart.h"
#include <stdio.h>
#include <string.h>

static const char directory[] = "/srv/archive/2024/recordings/of/the/northern/station/by/instrument/and/day/";
static char path[256];

APART static void make_path(const char* name) {
  strcpy(path, directory); /* finding: earlier later */
  strcat(path, name); /* finding: earlier later (called by a jump) */
}

int main(int count, char** arguments) {
  unsigned total = 0;
  char name[8] = "a0.dat";
  for (int round = rounds(count, arguments, 20000); round > 0; round--) {
    name[1] = (char)('0' + round % 10);
    make_path(name);
    total += (unsigned char)path[sizeof directory];
  }
  printf("%u\n", total);
}
