// SPDX-License-Identifier: MIT
//
// A vector grows by push_back, and each time its memory is full all of its elements are copied.
// Change: reserve before the loop.
//
// Tools: silent-stores, dead-stores
// Finding: growth-copy
#include "../apart.h"
#include <cstdio>
#include <vector>

struct record { double values[8]; };

static record measured[500];

APART static double gather(int records) {
  std::vector<record> gathered;
  for (int i = 0; i < records; i++) gathered.push_back(measured[i]); /* finding: earlier later */
  double sum = 0;
  for (const record& each : gathered) sum += each.values[0];
  return sum;
}

int main(int count, char** arguments) {
  double total = 0;
  for (int i = 0; i < 500; i++) for (double& value : measured[i].values) value = i * 0.5;
  for (int round = rounds(count, arguments, 40); round > 0; round--) total += gather(500);
  std::printf("%g\n", total);
}
