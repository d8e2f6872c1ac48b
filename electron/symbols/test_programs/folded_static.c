// Functions of equal code that no other unit sees: Gold's `--icf=all` gives them one body and one symbol.
static volatile int first[1000], second[1000];

__attribute__((noinline)) static void clear_first(volatile int *p, int n) {
  for (int i = 0; i < n; i++) p[i] = 0;
}
__attribute__((noinline)) static void clear_second(volatile int *p, int n) {
  for (int i = 0; i < n; i++) p[i] = 0;
}

int main(int count, char **arguments) {
  (void)arguments;
  clear_first(first, 999 + count);
  clear_second(second, 999 + count);
  return first[3] + second[4];
}
