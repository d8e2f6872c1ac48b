// SPDX-License-Identifier: MIT
//
// A vector is filled element by element, and copies what it has whenever it grows.
// Change: reserve the final size first.
//
// Tools: silent-stores, dead-stores
// Finding: growth-copy
#include "../apart.h"
#include <cstdio>
#include <vector>

struct Record { long key; double weights[6]; };

APART static double filled(int count, Record record) {
  std::vector<Record> records;
  for (int i = 0; i < count; i++) {
    record.key = i;
    records.push_back(record); /* finding: earlier later */
  }
  return records[static_cast<size_t>(count / 2)].weights[3] + static_cast<double>(records.back().key);
}

int main(int count, char** arguments) {
  double total = 0;
  for (int round = rounds(count, arguments, 400); round > 0; round--) total += filled(200, {0, {1.5, 2.5, total > 0 ? 3.5 : 4.5, 4, 5, 6}});
  printf("%g\n", total);
}
