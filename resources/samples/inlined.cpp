// SPDX-License-Identifier: MIT
//
// Dead stores in inlined C++: the frames that the source shows are not those of the machine.
//
// True answer: the store of Grid::clear is KILLED_BY the store of Grid::fill, both inlined into simulate() through
// Grid::reset; fill's are used by Grid::sum.
//
// Usage: inlined [ROUNDS]
#include <cstdio>
#include <cstdlib>
#include <vector>

class Grid {
 public:
  explicit Grid(int size) : cells_(static_cast<unsigned>(size)) {}

  __attribute__((always_inline)) void reset(int value) {
    clear();
    fill(value);
  }

  __attribute__((always_inline)) long sum() const {
    long total = 0;
    for (const volatile int &cell : cells_)
      total += cell;
    return total;
  }

 private:
  __attribute__((always_inline)) void clear() {
    for (volatile int &cell : cells_)
      cell = 0; // answer: dead store
  }

  __attribute__((always_inline)) void fill(int value) {
    for (volatile int &cell : cells_)
      cell = value; // answer: killing store
  }

  std::vector<int> cells_;
};

__attribute__((noinline)) static long simulate(Grid &grid, int step) {
  grid.reset(step);
  return grid.sum();
}

int main(int count, char **arguments) {
  int rounds = count > 1 ? std::atoi(arguments[1]) : 40000;
  Grid grid(50 * 1000);
  long total = 0;
  for (int round = 0; round < rounds; round++)
    total += simulate(grid, round);
  std::printf("%ld\n", total);
  return 0;
}
