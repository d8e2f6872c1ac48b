// SPDX-License-Identifier: MIT
//
// The wind is read again for each particle, since the compiler thinks that the velocities might overlap it. The load is in an operator
// that is inlined; the line that uses it names the wind, and is what people change.
// Change: copy the wind into a local variable before the loop.
//
// Tools: redundant-loads
// Levels: -O0, -O2 (at -O3 the compiler checks once whether they overlap, and loads the wind before the loop)
// Finding: loop-invariant-load
// Title: push() loads air->wind in every iteration of the loop at vector_operators.cpp:30, although it does not change
#include "../apart.h"
#include <cstdio>

struct vector { double x, y; };

static inline vector operator*(const vector& a, double factor) { return {a.x * factor, a.y * factor}; }

static inline vector& operator+=(vector& a, const vector& b) {
  a.x += b.x;
  a.y += b.y;
  return a;
}

struct surroundings { double density; vector wind; };

enum { PARTICLES = 1000 };
static vector velocities[PARTICLES];

APART static void push(vector* velocities, int particles, const surroundings* air) {
  for (int i = 0; i < particles; i++) { /* finding: change */
    velocities[i] += air->wind * 0.01;  /* finding: earlier later */
  }
}

int main(int count, char** arguments) {
  surroundings air = {1.2, {0, 0}};
  for (int round = rounds(count, arguments, 200); round > 0; round--) {
    air.wind = {0.1 * (round % 7), 0.2 * (round % 5)};
    push(velocities, PARTICLES, &air);
  }
  std::printf("%g %g\n", velocities[1].x, velocities[1].y);
}
