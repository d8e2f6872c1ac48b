/* Copies to a block twice in each round and reads it once: half of what memcpy stores is dead. Blocks of this size are copied
 * by string instructions on processors that Valgrind does not show, and by loops on the one that it does. */
#include <stdlib.h>
#include <string.h>

enum { BYTES = 4096 };

int main(int count, char **words) {
  const long rounds = count > 1 ? atol(words[1]) : 1000;
  unsigned char *block = calloc(BYTES, 1), *from = calloc(BYTES, 1);
  volatile size_t bytes = BYTES;
  unsigned long sum = 0;
  for (long round = 0; round < rounds; round++) {
    memcpy(block, from, bytes);
    __asm__ volatile("" ::: "memory");
    memcpy(block, from, bytes);
    for (int i = 0; i < BYTES; i += 8) sum += *(unsigned long *)(block + i);
  }
  return sum == 1;
}
