// SPDX-License-Identifier: MIT
//
// Regions, and a part of the run that is not collected (resources/include/hagstone.h), in C++.
//
// True answer, dead-stores, KILLED_BY in `work` alone, ROUNDS - 1 instances for each time it is called:
//
//   setup            1 time
//   solve            2 times, of which
//     refine         1 time
//   no region        1 time; nothing of what `hidden` does
//
// Usage: marked_regions [ROUNDS]
#include <hagstone.h>

#include <cstdlib>

namespace {

class Region {
 public:
  explicit Region(const char* name) : name_(name) { hagstone_region_begin(name_); }
  ~Region() { hagstone_region_end(name_); }
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

 private:
  const char* name_;
};

volatile long cell;

__attribute__((noinline)) void work(long rounds) {
  for (long i = 0; i < rounds; i++) cell = i;  // answer: dead store
  (void)cell;
}

__attribute__((noinline)) void hidden(long rounds) {
  for (long i = 0; i < rounds; i++) cell = -i;
  (void)cell;
}

}  // namespace

int main(int count, char** arguments) {
  const long rounds = count > 1 ? std::atol(arguments[1]) : 100000000;
  {
    Region region("setup");
    work(rounds);
  }
  {
    Region outer("solve");
    work(rounds);
    Region inner("refine");
    work(rounds);
  }
  hagstone_stop_collection();
  hidden(rounds);
  hagstone_start_collection();
  work(rounds);
  return 0;
}
