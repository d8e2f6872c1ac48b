/* Inlined calls two deep, a static function that GCC clones, calls through the PLT. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point {
  double x, y;
};

static inline double square(double v) { return v * v; }

static inline double distance(struct point a, struct point b) { return square(a.x - b.x) + square(a.y - b.y); }

__attribute__((noinline)) double total(const struct point *points, int count) {
  double sum = 0;
  for (int i = 1; i < count; ++i) sum += distance(points[i - 1], points[i]);
  return sum;
}

__attribute__((noinline)) static int clamp(int value, int low, int high) {
  if (value < low) {
    puts("too low");
    abort();
  }
  return value > high ? high : value;
}

int main(int argc, char **argv) {
  int count = clamp(argc, 1, 7) + 9;
  struct point *points = malloc(sizeof *points * count);
  for (int i = 0; i < count; ++i) points[i].x = i, points[i].y = strlen(argv[0]);
  printf("%f %d\n", total(points, count), clamp(count, 1, 7));
  free(points);
  return 0;
}
