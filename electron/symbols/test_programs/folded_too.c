volatile int values[1000];
int count_of_values = 1000;

__attribute__((noinline)) void clear_c(volatile int *p, int n) {
  for (int i = 0; i < n; i++) p[i] = 0;
}
