// SPDX-License-Identifier: MIT
//
// A loop over the elements of a map copies each of them: auto, not const auto &.
// Change: for (const auto& station : stations).
//
// Tools: dead-stores, silent-stores, redundant-loads
// Finding: copied-object
#include "../apart.h"
#include <cstdio>
#include <map>
#include <string>
#include <vector>

using table = std::map<std::string, std::vector<double>>;

APART static double sum_of_first(const table& stations) {
  double sum = 0;
  for (auto station : stations) sum += station.second[0]; /* finding: earlier later */
  return sum;
}

int main(int count, char** arguments) {
  table stations;
  for (int i = 0; i < 40; i++) stations["a station with a long name, number " + std::to_string(i)] = {1.0 * i, 2.0 * i, 3.0 * i};
  double total = 0;
  for (int round = rounds(count, arguments, 400); round > 0; round--) total += sum_of_first(stations);
  std::printf("%g\n", total);
}
