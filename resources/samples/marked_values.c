/* SPDX-License-Identifier: MIT
 *
 * Arrays with marks (resources/include/hagstone.h) whose equal values are known (REDSPY 4.2).
 *
 * True answer of the exhaustive engine at the default threshold (20 %) and tolerance (1 %):
 *
 *   object         compared       elements  unique  of inspections
 *   four_values    exactly        1000      4       1 of 1: 0, 1, 2, 3, each 250 times
 *   rising         approximately  100       10      1 of 1: each base value represents 10 elements
 *   signed_zeros   approximately  100       1       1 of 1: 0 equals -0
 *   signed_zeros   exactly        100       2       1 of 1
 *   not_numbers    approximately  100       3       1 of 1: NaN, another NaN, infinity
 *   records        exactly        50        5       1 of 1: the keys alone, by their stride
 *   backwards      exactly        100       10      1 of 1: from the last element down
 *   extended       exactly        64        8       1 of 1: of a long double 10 bytes count
 *   steps          exactly        200       100     2 of 3: the first time all elements differ
 *   all_different  exactly        -         -       0 of 1: below the threshold
 *   heap           exactly        990       99      1 of 1: the whole block from its 11th element on
 *
 * One mark each is not readable, no object, and of no type.
 *
 * Usage: marked_values */
#include <hagstone.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static double four_values[1000];
static double rising[100];
static double signed_zeros[100];
static float not_numbers[100];
static struct { int key; double value; } records[50];
static short backwards[100];
static long double extended[64];
static int steps[100];
static int all_different[100];

/* Within 1 % of the first of ten; then one that is 2 % above the last. */
static void fill_rising(void) {
  double base = 1;
  for (int i = 0; i < 100; i++) {
    rising[i] = base * (1 + i % 10 * 0.001);
    if (i % 10 == 9) base *= 1.03;
  }
}

static float other_not_a_number(void) {
  const uint32_t bits = 0x7fc00001;
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static void fill(void) {
  for (int i = 0; i < 1000; i++) four_values[i] = i % 4;
  fill_rising();
  for (int i = 0; i < 100; i++) signed_zeros[i] = i % 2 ? 0.0 : -0.0;
  for (int i = 0; i < 100; i++) not_numbers[i] = i % 3 == 0 ? NAN : i % 3 == 1 ? other_not_a_number() : INFINITY;
  for (int i = 0; i < 50; i++) records[i].key = i % 5, records[i].value = i;
  for (int i = 0; i < 100; i++) backwards[i] = (short)(i / 10);
  memset(extended, 0, sizeof extended);
  for (int i = 0; i < 64; i++) {
    extended[i] = i / 8;
    ((unsigned char *)&extended[i])[12] = (unsigned char)i;
  }
  for (int i = 0; i < 100; i++) all_different[i] = i;
}

static void step_by_step(void) {
  for (int step = 0; step < 3; step++) {
    for (int i = 0; i < 100; i++) steps[i] = step == 0 ? i : step == 1 ? i / 2 : i % 50 + 1000;
    hagstone_inspect_array(steps, sizeof *steps, 0, 100, HAGSTONE_SIGNED, HAGSTONE_EXACT);
  }
}

int main(void) {
  fill();
  hagstone_inspect_array(four_values, sizeof *four_values, 0, 1000, HAGSTONE_FLOAT, HAGSTONE_EXACT);
  hagstone_inspect_object(rising, sizeof *rising, HAGSTONE_FLOAT, HAGSTONE_APPROXIMATE);
  hagstone_inspect_object(signed_zeros, sizeof *signed_zeros, HAGSTONE_FLOAT, HAGSTONE_APPROXIMATE);
  hagstone_inspect_object(signed_zeros, sizeof *signed_zeros, HAGSTONE_FLOAT, HAGSTONE_EXACT);
  hagstone_inspect_object(not_numbers, sizeof *not_numbers, HAGSTONE_FLOAT, HAGSTONE_APPROXIMATE);
  hagstone_inspect_array(&records[0].key, sizeof records[0].key, sizeof records[0], 50, HAGSTONE_SIGNED, HAGSTONE_EXACT);
  hagstone_inspect_array(&backwards[99], sizeof *backwards, -(ptrdiff_t)sizeof *backwards, 100, HAGSTONE_SIGNED,
                         HAGSTONE_EXACT);
  hagstone_inspect_object(extended, sizeof *extended, HAGSTONE_FLOAT, HAGSTONE_EXACT);
  step_by_step();
  hagstone_inspect_object(all_different, sizeof *all_different, HAGSTONE_SIGNED, HAGSTONE_EXACT);
  uint32_t *heap = malloc(1000 * sizeof *heap);
  if (!heap) return 1;
  for (uint32_t i = 0; i < 1000; i++) heap[i] = i / 10;
  hagstone_inspect_object(heap + 10, sizeof *heap, HAGSTONE_UNSIGNED, HAGSTONE_EXACT);

  char *pages = mmap(NULL, 2 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(pages + 4096, 4096, PROT_NONE);
  hagstone_inspect_array(pages, 8, 0, 1024, HAGSTONE_BYTES, HAGSTONE_EXACT);
  int local[10] = {0};
  hagstone_inspect_object(local, sizeof *local, HAGSTONE_SIGNED, HAGSTONE_EXACT);
  hagstone_inspect_array(four_values, sizeof *four_values, 0, 1000, HAGSTONE_SIGNED, HAGSTONE_APPROXIMATE);
  free(heap);
  return local[9];
}
