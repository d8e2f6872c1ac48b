/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * repeated_numbers COUNT: two sites that store numbers again and again over their own earlier ones, near the default
 * tolerance of 1 % on both sides, across powers of two, with zeros, subnormals, infinities and NaNs. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static double wide_place;
static float narrow_place;

__attribute__((noinline)) static void store_wide(volatile double *to, double value) { *to = value; }
__attribute__((noinline)) static void store_narrow(volatile float *to, float value) { *to = value; }

static uint64_t state = 0x9e3779b97f4a7c15u;
static uint32_t below(uint32_t end) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 33) % end;
}

static double next_wide(double before) {
  static const double special[] = {
      0.0,      -0.0,      1.0, -1.0, 0x1p-1074,          0x1p-1022, 0x1.fffffffffffffp-1023, 0x1.fffffffffffffp1023,
      INFINITY, -INFINITY, NAN, 2.0,  0x1.fffffffffffffp0};
  switch (below(8)) {
    case 0: return special[below(sizeof special / sizeof *special)];
    case 1: return -before;
    case 2: return nextafter(before * 1.01, below(2) ? INFINITY : -INFINITY);
    case 3: return nextafter(before * 0.99, below(2) ? INFINITY : -INFINITY);
    case 4: return before;
    default: return before * (1.0 + 0.0025 * ((double)below(13) - 6.0));
  }
}

static float next_narrow(float before) {
  static const float special[] = {0.0f,     -0.0f, 1.0f, 0x1p-149f,    0x1p-126f, 0x1.fffffep127f,
                                  INFINITY, NAN,   2.0f, 0x1.fffffep0f};
  switch (below(8)) {
    case 0: return special[below(sizeof special / sizeof *special)];
    case 1: return -before;
    case 2: return nextafterf(before * 1.01f, below(2) ? INFINITY : -INFINITY);
    case 3: return nextafterf(before * 0.99f, below(2) ? INFINITY : -INFINITY);
    case 4: return before;
    default: return before * (1.0f + 0.0025f * ((float)below(13) - 6.0f));
  }
}

int main(int count, char **arguments) {
  const int rounds = count > 1 ? atoi(arguments[1]) : 1000;
  for (int i = 0; i < rounds; i++) {
    store_wide(&wide_place, next_wide(wide_place));
    store_narrow(&narrow_place, next_narrow(narrow_place));
  }
  return 0;
}
