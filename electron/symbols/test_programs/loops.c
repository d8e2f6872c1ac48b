/* Loops whose places loops.test.ts knows: "loop NAME" marks the line of a loop, "in: A B" a statement and the loops
 * around it, outermost first. */
#include <stdio.h>
#include <stdlib.h>

volatile int sink, limit;
double matrix[64][64];

__attribute__((noinline)) void nest(int n) {
  for (int i = 0; i < n; i++) { /* loop i */
    sink = i; /* in: nest.i */
    for (int j = 0; j < n; j++) { /* loop j */
      for (int k = 0; k < n; k++) { /* loop k */
        sink = i + j * k; /* in: nest.i nest.j nest.k */
      }
      sink = j; /* in: nest.i nest.j */
    }
  }
  sink = n; /* in: */
}

__attribute__((noinline)) int shapes(int n) {
  int sum = 0;
  while (n > 0) { /* loop while */
    sink = n; /* in: shapes.while */
    n -= 3;
  }
  do { /* loop do */ /* or, where `do` itself left no mark, its first statement */
    sink = n + 1; /* in: shapes.do */ /* loop do */
    n++;
  } while (n < 10);
again:
  sink = n + 2; /* in: shapes.goto */ /* loop goto */
  if (n++ < limit) goto again;
  for (;;) { /* loop endless */
    sum += sink; /* in: shapes.endless */ /* loop endless */
    if (sum > 1000) break;
    if (sum & 1) continue;
    sum += 7;
  }
  return sum;
}

__attribute__((noinline)) int interpret(const unsigned char *code, int length) {
  int stack = 0;
  for (int at = 0; at < length; at++) { /* loop at */
    switch (code[at]) {
      case 0: sink = 1; break; /* in: interpret.at */
      case 1: stack += 5; sink = 11; break; /* in: interpret.at */
      case 2: stack ^= 3; break;
      case 3: stack *= 7; break;
      case 4:
        for (int i = 0; i < stack; i++) { /* loop i */
          sink = i; /* in: interpret.at interpret.i */
        }
        break;
      case 5: stack -= 9; break;
      case 6: stack = ~stack; break;
      case 7: sink = stack; break; /* in: interpret.at */
      case 8: return stack;
      default: sink = 99; abort();
    }
  }
  return stack;
}

__attribute__((noinline)) int threaded(const unsigned char *code) {
  static const void *const labels[] = {&&push, &&add, &&done};
  int stack = 0;
  goto *labels[*code];
push:
  sink = 21;
  stack += code[1];
  code += 2;
  goto *labels[*code];
add:
  sink = 22;
  stack += stack;
  code++;
  goto *labels[*code];
done:
  return stack;
}

/* Not optimised: a compiler may copy a part to make one entry out of two. */
#ifdef __clang__
__attribute__((noinline, optnone))
#else
__attribute__((noinline, optimize("O0")))
#endif
void irreducible(int n) {
  for (int i = 0; i < n; i++) { /* loop i */
    int j = i;
    if (j & 1) goto middle;
  top:
    sink = j; /* in: irreducible.i */
    j += 2;
  middle:
    sink = j + 1; /* in: irreducible.i */
    if (j < n) goto top;
  }
}

__attribute__((noinline)) double vector(const double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { /* loop i */
    sum += a[i] * a[i]; /* in: vector.i */
  }
  return sum;
}

__attribute__((noinline)) void unrolled(double *a, int n) {
  for (int i = 0; i < n; i++) { /* loop i */
    for (int j = 0; j < 4; j++) /* fully unrolled when optimised */
      a[4 * i + j] *= 3;
    sink = i; /* in: unrolled.i */
  }
}

static inline __attribute__((always_inline)) int find(const int *list, int n, int wanted) {
  for (int i = 0; i < n; i++) { /* loop i */
    sink = list[i]; /* in: callers.round find.i */
    if (list[i] == wanted) return i;
  }
  return -1;
}

static inline __attribute__((always_inline)) void touch(int value) {
  sink = value; /* in: callers.round callers.inner */
}

__attribute__((noinline)) int callers(const int *list, int n) {
  int found = 0;
  for (int round = 0; round < n; round++) { /* loop round */
    found += find(list, n, round);
    for (int inner = 0; inner < round; inner++) { /* loop inner */
      touch(inner);
    }
  }
  return found;
}

__attribute__((noinline)) int recursive(int n) {
  if (n == 0) return sink;
  int sum = 0;
  for (int i = 0; i < limit; i++) { /* loop i */
    sink = n; /* in: recursive.i */
    sum ^= recursive(n - 1) / 3;
  }
  return sum;
}

__attribute__((noinline)) void checked(const int *values, int n) {
  for (int i = 0; i < n; i++) { /* loop i */
    if (values[i] < 0) {
      fprintf(stderr, "negative\n");
      exit(1);
    }
    sink = values[i]; /* in: checked.i */
  }
}

int main(int argc, char **argv) {
  (void)argv;
  static const unsigned char code[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  static const unsigned char threads[] = {0, 1, 1, 2};
  int list[16] = {0};
  nest(argc);
  shapes(argc);
  interpret(code, (int)sizeof code);
  threaded(threads);
  irreducible(argc);
  sink = (int)vector(matrix[0], 64);
  unrolled(matrix[1], 16);
  callers(list, 16);
  recursive(argc);
  checked(list, 16);
  return 0;
}
