// SPDX-License-Identifier: MIT
//
// A leaf function has more values than registers, and keeps some of them below the stack pointer. All are read.
//
// Tools: dead-stores, silent-stores, redundant-loads
// Finding: none
#include "../apart.h"
#include <stdio.h>

#define TURNED(value, bits) ((value) << (bits) | (value) >> (64 - (bits)))

enum { WORDS = 16 };
static unsigned long blocks[2][WORDS];

APART static void mix_block(const unsigned long* in, unsigned long* out, int turns) {
  unsigned long a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5], g = in[6], h = in[7];
  unsigned long i = in[8], j = in[9], k = in[10], l = in[11], m = in[12], n = in[13], o = in[14], p = in[15];
  for (int turn = 0; turn < turns; turn++) {
    a += b + (unsigned long)turn * 0x9e3779b97f4a7c15u + 1, p ^= a, b = TURNED(b, 7) ^ c, c += d, o ^= c, d = TURNED(d, 9) ^ e, e += f, n ^= e, f = TURNED(f, 13) ^ g;
    g += h, m ^= g, h = TURNED(h, 17) ^ i, i += j, l ^= i, j = TURNED(j, 19) ^ k, k += l, l = TURNED(l, 23) ^ m, m += n, n = TURNED(n, 29) ^ o, o += p, p = TURNED(p, 31) ^ a;
  }
  out[0] = a, out[1] = b, out[2] = c, out[3] = d, out[4] = e, out[5] = f, out[6] = g, out[7] = h;
  out[8] = i, out[9] = j, out[10] = k, out[11] = l, out[12] = m, out[13] = n, out[14] = o, out[15] = p;
}

int main(int count, char** arguments) {
  for (int i = 0; i < WORDS; i++) blocks[0][i] = (unsigned long)i * 0x9e3779b9u + 1;
  for (int round = rounds(count, arguments, 2000); round > 0; round--) mix_block(blocks[(round & 1) ^ 1], blocks[round & 1], 2 + round % 3);
  printf("%lu\n", blocks[0][3]);
}
