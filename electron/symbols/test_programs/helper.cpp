#include <string>

static inline int inner(int x) {
  int sum = 0;
  for (int i = 0; i < x; ++i) sum += i * x;
  return sum;
}

int shared_helper(int x) { return inner(x) + static_cast<int>(std::to_string(inner(x * 2)).size()); }
