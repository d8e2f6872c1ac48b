// With folded_too.c: functions of equal code that --icf=all merges into one body, and an alias, which has none.
extern volatile int values[1000];
extern int count_of_values;
void clear_c(volatile int *p, int n);

__attribute__((noinline)) void clear_a(volatile int *p, int n) {
  for (int i = 0; i < n; i++) p[i] = 0;
}
__attribute__((noinline)) void clear_b(volatile int *p, int n) {
  for (int i = 0; i < n; i++) p[i] = 0;
}
__attribute__((noinline)) int count(void) { return values[0] + count_of_values; }
int number(void) __attribute__((alias("count")));

int main(void) {
  clear_a(values, count_of_values);
  clear_b(values, count_of_values);
  clear_c(values, count_of_values);
  return count() + number() == 0;
}
