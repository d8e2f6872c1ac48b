// SPDX-License-Identifier: MIT
//
// A key is built anew from the same prefix for each record.
// Change: build the prefix once, and append only what differs (resize and append).
//
// Tools: silent-stores
// Finding: built-anew | redundant-copy
#include "../apart.h"
#include <cstdio>
#include <string>

static const std::string prefix = "measurements/of/the/northern/station/by/instrument/and/by/day/";

APART static size_t key_of(char last) {
  std::string key = prefix + last; /* finding: earlier later */
  return key.size() + size_t(key.back());
}

int main(int count, char** arguments) {
  size_t total = 0;
  for (int round = rounds(count, arguments, 15000); round > 0; round--) total += key_of(char('a' + round % 26));
  std::printf("%zu\n", total);
}
