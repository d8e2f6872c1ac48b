// Templates, lambdas, local classes, anonymous namespaces, constructors, exceptions (a cold part), a second unit.
#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

int shared_helper(int x);

namespace shop {
struct Item {
  int price;
  std::string name;
  bool operator<(const Item& other) const { return price < other.price; }
};

template <typename T>
struct Box {
  std::vector<T> items;
  explicit Box(int size) { items.reserve(size); }
  void add(const T& item) { items.push_back(item); }
  T best() const {
    if (items.empty()) throw std::runtime_error("empty box");
    return *std::max_element(items.begin(), items.end());
  }
};

static int twice(int x) { return x * 2; }

namespace {
int thrice(int x) { return x * 3 + twice(x); }

struct Counter {
  int value;
  explicit Counter(int start);
};
__attribute__((noipa)) Counter::Counter(int start) : value(shared_helper(start)) {}
}  // namespace
}  // namespace shop

template <typename F>
static int apply(F function, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum ^= function(i);
  return sum;
}

__attribute__((noinline)) int work(int count) {
  shop::Box<shop::Item> box(count);
  for (int i = 0; i < count; ++i) box.add({shop::thrice(i ^ 5), "item"});
  auto price = [&](int index) { return box.items[index].price + shop::twice(index); };
  struct Local {
    static int go(int limit) {
      int sum = 0;
      for (int i = 0; i < limit; ++i) sum += (i * i) ^ limit;
      return sum;
    }
    int field;
  };
  std::vector<Local> locals;
  locals.push_back({count});
  return apply(price, count / 2) + box.best().price + Local::go(count) + locals.back().field + shop::Counter(count).value;
}

int main(int argc, char**) {
  std::printf("%d\n", work(argc + 10));
  return 0;
}
