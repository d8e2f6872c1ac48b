/*
 * Accesses whose data have names: after "data:" what instructions of the line access, after "optimized:" what they
 * access if the compiler optimizes, after "also:" what they may also access.
 */
#include <stddef.h>
#include <stdlib.h>

struct item { long key; double weight; int tags[4]; struct item *next; };
struct model { int n; double *a; double *b; struct item *items; double **rows; struct { float x, y; } origin; double grid[8][4]; };

double table[256];
static struct model shared;
extern long counters[16];
long counters[16];

__attribute__((noinline)) void fill(struct model *m, double x) {
  for (int i = 0; i < m->n; i++)
    m->a[i] = x * i;                       // data: m->a also: m i x
}

__attribute__((noinline)) double both(const struct model *m) {
  double sum = 0;
  for (int i = 0; i < m->n; i++) {
    sum += m->a[i];                        // data: m->a also: m i sum
    m->b[i] = sum;                         // data: m->b also: m i sum
  }
  return sum;
}

__attribute__((noinline)) void weigh(struct model *m, long n) {
  for (long i = 0; i < n; i++)
    m->items[i].weight = 1.5;              // data: m->items also: m->items[].weight m i
}

__attribute__((noinline)) long chase(const struct item *item) {
  long keys = 0;
  while (item) {
    keys += item->key;                     // data: item->key also: item keys
    item = item->next;                     // data: item->next also: item
  }
  return keys;
}

__attribute__((noinline)) void row(struct model *m, long r, long n) {
  for (long i = 0; i < n; i++)
    m->rows[r][i] += 1;                    // data: m->rows also: m r i
}

__attribute__((noinline)) void origin(struct model *m) {
  m->origin.y = m->origin.x;               // data: m->origin.y m->origin.x also: m
}

__attribute__((noinline)) void cell(struct model *m, long r) {
  m->grid[r][2] = 0.5;                     // data: optimized: m->grid also: m->grid[] m->grid[][] m r m[]
}

__attribute__((noinline)) void statics(long i) {
  table[i] = 2.0;                          // data: table also: i
  counters[i & 15]++;                      // data: counters also: i
  shared.n = 3;                            // data: shared.n also:
}

__attribute__((noinline)) double *copied(double *restrict to, const double *restrict from, long n) {
  for (long i = 0; i < n; i++)
    to[i] = from[i] + 1;                   // data: to from also: i
  return to;
}

/* One pointer's address is made from the other's. */
__attribute__((noinline)) void shifted(double *p, double *q, long n) {
  long distance = q - p;
  for (double *end = p + n; p < end; p++)
    p[distance] = *p;                      // data: p also: q distance
}

__attribute__((noinline)) long local(long n) {
  long kept[64];
  for (long i = 0; i < 64; i++)
    kept[i] = n * i;                       // data: kept also: n i
  return kept[n & 63];                     // data: kept also: n
}

/* It is undecidable which of the two it is. */
__attribute__((noinline)) void either(struct model *m, int which) {
  double *p = which ? m->a : m->b;         // data: also: m->a m->b m p which
  for (int i = 0; i < m->n; i++)           // data: also: m->n m i
    p[i] = 0;                              // data: also: p i
}

extern double *(*elsewhere)(void);
static double *given(void) { return table; }
double *(*elsewhere)(void) = given;

/* Known on only one path. */
__attribute__((noinline)) void maybe(struct model *m, int which, long n) {
  double *p = which ? m->a : elsewhere();  // data: also: m->a elsewhere m p which
  for (long i = 0; i < n; i++) p[i] += i;  // data: also: p i n
}

/* Before a structure there is another one, of which the pointer says nothing. */
struct link { struct link *next; };
struct holder { long payload; struct link link; };
__attribute__((noinline)) long payload(const struct link *link) {
  return ((const struct holder *)((const char *)link - offsetof(struct holder, link)))->payload; // data: also: link
}

union both { long whole; int halves[2]; };
__attribute__((noinline)) void half(union both *u) {
  u->halves[1] = 3;                        // data: also: u u->halves
}

/* The same register holds one pointer, then the other. */
__attribute__((noinline)) double reused(struct model *m, long n) {
  double sum = 0;
  const double *p = m->a;                  // data: optimized: m->a also: m p
  for (long i = 0; i < n; i++) sum += p[i]; // data: also: p m->a sum i n
  p = m->b;                                // data: optimized: m->b also: m p
  for (long i = 0; i < n; i++) sum += p[i]; // data: also: p m->b sum i n
  return sum;
}

int main(int argc, char **argv) {
  struct model *m = &shared;
  m->n = 100;
  m->a = calloc(100, sizeof *m->a);
  m->b = calloc(100, sizeof *m->b);
  m->items = calloc(100, sizeof *m->items);
  m->rows = calloc(1, sizeof *m->rows);
  m->rows[0] = m->a;
  fill(m, argc);
  weigh(m, 100);
  row(m, 0, 100);
  origin(m);
  cell(m, argc & 7);
  statics(argc & 255);
  copied(m->a, m->b, 100);
  shifted(m->a, m->b, 50);
  either(m, argc & 1);
  maybe(m, argc & 1, 50);
  struct holder held = {argc, {0}};
  union both number = {argc};
  half(&number);
  return (int)(reused(m, 50) + payload(&held.link) + number.whole + both(m) + chase(m->items) + local(argc)) & 1;
}
