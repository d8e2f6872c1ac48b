// SPDX-License-Identifier: MIT
// One function for each kind of waste that advice tells apart; e2e/cli/results/advice.test.ts knows which. Arguments: rounds.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ELEMENTS 200
#define BUCKETS 4
#define APART __attribute__((noinline, noclone))
// One element at a time, so that each access represents itself.
#define SCALAR __attribute__((optimize("no-tree-vectorize", "no-tree-loop-distribute-patterns", "no-predictive-commoning")))

struct node {
  struct node* next;
  int key;
  int value;
};

int table[ELEMENTS], other[ELEMENTS], scaled[ELEMENTS], flags[ELEMENTS], roots[ELEMENTS], squares[ELEMENTS], originals[ELEMENTS], copies[ELEMENTS], keys[ELEMENTS], terms[ELEMENTS];
static double row[ELEMENTS], smooth[ELEMENTS];
static uint32_t remainders[256];
static unsigned char text[ELEMENTS];
static struct node nodes[ELEMENTS];
static struct node* buckets[BUCKETS];
static int result, scale = 3;
int limit = 7, pair[2] = {1, 2};

SCALAR APART static void clear_again(void) {
  for (int i = 0; i < ELEMENTS; i++) table[i] = 0;
}

SCALAR APART static void clear_before_filling(int round) {
  for (int i = 0; i < ELEMENTS; i++) other[i] = -1;
  __asm__ volatile("" ::: "memory");
  for (int i = 0; i < ELEMENTS; i++) other[i] = i * round;
  for (int i = 0; i < ELEMENTS; i++) result += other[i];
}

SCALAR APART static void keep_last(const int* from, int* last) {
  for (int i = 0; i < ELEMENTS; i++) *last = from[i] ^ i;
}

SCALAR APART static void scale_all(int* to, const int* factor) {
  for (int i = 0; i < ELEMENTS; i++) to[i] = i * *factor;
}

SCALAR APART static int find_key(int key) {
  for (int i = 0; i < ELEMENTS; i++)
    if (keys[i] == key) return i;
  return -1;
}

SCALAR APART static int look_up(int key) {
  for (struct node* node = buckets[key % BUCKETS]; node; node = node->next)
    if (node->key == key) return node->value;
  return -1;
}

SCALAR APART static void smooth_row(const double* from, double* to) {
  for (int i = 1; i < ELEMENTS - 1; i++) to[i] = from[i - 1] + from[i] + from[i + 1];
}

SCALAR APART static void square_all(void) {
  for (int i = 0; i < ELEMENTS; i++) squares[i] = roots[i] * roots[i] + 1;
}

SCALAR APART static void copy_all(void) {
  for (int i = 0; i < ELEMENTS; i++) copies[i] = originals[i];
}

SCALAR APART static void mark_all(void) {
  for (int i = 0; i < ELEMENTS; i++) flags[i] |= 4;
}

SCALAR APART static uint32_t checksum(void) {
  uint32_t sum = 0;
  for (int i = 0; i < ELEMENTS; i++) sum = (sum >> 8) ^ remainders[(sum ^ text[i]) & 255];
  return sum;
}

SCALAR APART static int sum_all(void) {
  int sum = 0;
  for (int i = 0; i < ELEMENTS; i++) sum += terms[i];
  return sum;
}

APART static int is_above(int value) { return value > limit; }

APART static int read_twice(const int* from, int* to) {
  int before = from[1];
  *to = limit;
  return before + from[1];
}

int main(int count, char** arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : 50;
  for (int i = 0; i < ELEMENTS; i++) {
    keys[i] = i * 7 % ELEMENTS;
    roots[i] = originals[i] = terms[i] = i;
    row[i] = i * i;
    text[i] = (unsigned char)(i * 31);
    nodes[i] = (struct node){buckets[i % BUCKETS], i, i * 3};
    buckets[i % BUCKETS] = &nodes[i];
  }
  for (int i = 0; i < 256; i++) remainders[i] = (uint32_t)i * 2654435761u;
  long total = 0;
  for (int round = 0; round < rounds; round++) {
    clear_again();
    clear_before_filling(round);
    keep_last(table, &result);
    scale_all(scaled, &scale);
    smooth_row(row, smooth);
    square_all();
    copy_all();
    mark_all();
    total += find_key(round) + look_up(round) + sum_all() + checksum() + is_above(round) + read_twice(pair, &result);
  }
  printf("%ld %d\n", total, result);
}
