// Loops over inlined iterators and through exceptions; the marks are those of loops.c.
#include <stdexcept>
#include <vector>

volatile int sink;

__attribute__((noinline)) void ranges(const std::vector<int>& values) {
  for (int value : values) { /* loop value */
    sink = value; /* in: ranges(std::vector<int,std::allocator<int>>const&).value */
  }
}

__attribute__((noinline)) int parse(int value) {
  if (value % 3 == 0) throw std::runtime_error("three");
  return value;
}

__attribute__((noinline)) int attempts(int n) {
  int failures = 0;
  for (int i = 0; i < n; i++) { /* loop i */
    try {
      sink = parse(i); /* in: attempts(int).i */
    } catch (const std::runtime_error&) {
      sink = -1; /* in: attempts(int).i */
      failures++;
    }
    sink = i; /* in: attempts(int).i */
  }
  return failures;
}

template <typename Visit>
inline void each(int n, Visit visit) {
  for (int i = 0; i < n; i++) { /* loop i */
    visit(i);
  }
}

__attribute__((noinline)) void visits(int n) {
  for (int round = 0; round < n; round++) { /* loop round */
    each(n, [round](int i) { sink = round + i; }); /* inlined: visits(int).round each.i */
  }
}

int main(int argc, char**) {
  ranges(std::vector<int>(static_cast<size_t>(argc)));
  attempts(argc);
  visits(argc);
}
