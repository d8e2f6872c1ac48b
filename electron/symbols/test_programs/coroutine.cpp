// Coroutines, of which compilers make several functions, and lambdas.
#include <coroutine>

struct Numbers {
  struct promise_type {
    int value;
    Numbers get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int number) { value = number; return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

volatile int values[100];

namespace shop {
__attribute__((noinline)) Numbers produce(long count) {
  for (long i = 0; i < count; i++) {
    for (int k = 0; k < 100; k++) values[k] = k;
    co_yield static_cast<int>(i);
  }
}
}  // namespace shop

template <class Function> __attribute__((noinline)) void apply(Function function) { for (int i = 0; i < 10; i++) function(i); }

__attribute__((noinline)) void run(int number) {
  apply([number](int i) { values[i] = number; });
  apply([](auto i) { values[i] = 1; });
  const auto yield = [](long count) -> Numbers { for (long i = 0; i < count; i++) { values[i] = 1; co_yield 1; } };
  Numbers numbers = yield(4);
  numbers.handle.resume();
  numbers.handle.destroy();
}

int main(int count, char **) {
  Numbers numbers = shop::produce(count);
  numbers.handle.resume();
  numbers.handle.destroy();
  run(3);
}
