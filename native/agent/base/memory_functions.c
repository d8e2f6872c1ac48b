/* SPDX-License-Identifier: MIT
 *
 * The four functions that compilers call without being asked. Own, hidden copies: the target's may be replaced (by a
 * sanitizer, for example) and are then not safe in a signal handler. */
#include <stddef.h>

void *memcpy(void *restrict destination, const void *restrict source, size_t length) {
  void *result = destination;
  __asm__ volatile("rep movsb" : "+D"(destination), "+S"(source), "+c"(length) : : "memory");
  return result;
}

void *memset(void *destination, int value, size_t length) {
  void *result = destination;
  __asm__ volatile("rep stosb" : "+D"(destination), "+c"(length) : "a"(value) : "memory");
  return result;
}

void *memmove(void *destination, const void *source, size_t length) {
  unsigned char *to = destination;
  const unsigned char *from = source;
  if (to <= from || to >= from + length) return memcpy(destination, source, length);
  while (length--) to[length] = from[length];
  return destination;
}

int memcmp(const void *left, const void *right, size_t length) {
  const unsigned char *a = left, *b = right;
  for (; length; length--, a++, b++)
    if (*a != *b) return *a - *b;
  return 0;
}
