// SPDX-License-Identifier: MIT
//
// A small map is searched for two settings. Both searches begin at its root, but each looks for another key: nothing that the
// first one finds can be kept for the second. What repeats is each search, from round to round.
// Change: keep what each search has found.
//
// Tools: redundant-loads
// Finding: chained-lookup
// Title: area() goes down the nodes of an ordered tree again and again through std::map::at()
#include "../apart.h"
#include <cstdio>
#include <map>

static std::map<int, long> settings;

APART static long area() {
  long width = settings.at(1);    /* finding: earlier later change */
  return width * settings.at(6);  /* finding: earlier later change */
}

int main(int count, char** arguments) {
  long total = 0;
  for (int key = 0; key < 8; key++) settings[key] = key;
  for (int round = rounds(count, arguments, 3000); round > 0; round--) {
    total += area();
    for (auto& setting : settings) setting.second += round;
  }
  std::printf("%ld\n", total);
}
