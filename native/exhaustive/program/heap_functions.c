/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "heap_functions.h"

static int equal(const char *left, const char *right) {
  while (*left && *left == *right) left++, right++;
  return *left == *right;
}

/* Operators are named as the C++ ABI of Itanium (5.1.5) has it. Placement forms allocate nothing. */
static enum hagstone_heap_function operator_named(const char *name) {
  static const char *const allocating[] = {"", "RKSt9nothrow_t", "St11align_val_t", "St11align_val_tRKSt9nothrow_t"};
  static const char *const freeing[] = {
      "", "m", "RKSt9nothrow_t", "St11align_val_t", "mSt11align_val_t", "St11align_val_tRKSt9nothrow_t"};
  static const struct {
    const char *start; /* of operator new, new[], delete, delete[] */
    enum hagstone_heap_function function;
    const char *const *rest;
    unsigned count;
  } operators[] = {{"_Znwm", HAGSTONE_NEW, allocating, sizeof allocating / sizeof *allocating},
                   {"_Znam", HAGSTONE_NEW, allocating, sizeof allocating / sizeof *allocating},
                   {"_ZdlPv", HAGSTONE_FREE, freeing, sizeof freeing / sizeof *freeing},
                   {"_ZdaPv", HAGSTONE_FREE, freeing, sizeof freeing / sizeof *freeing}};
  for (unsigned i = 0; i < sizeof operators / sizeof *operators; i++) {
    const char *start = operators[i].start, *rest = name;
    while (*start && *start == *rest) start++, rest++;
    if (*start) continue;
    for (unsigned j = 0; j < operators[i].count; j++)
      if (equal(rest, operators[i].rest[j])) return operators[i].function;
  }
  return HAGSTONE_NOT_OF_HEAP;
}

enum hagstone_heap_function hagstone_heap_function_named(const char *name) {
  static const struct {
    const char *name;
    enum hagstone_heap_function function;
  } functions[] = {
      {"malloc", HAGSTONE_MALLOC},
      {"__libc_malloc", HAGSTONE_MALLOC},
      {"__libc_calloc", HAGSTONE_CALLOC},
      {"calloc", HAGSTONE_CALLOC},
      {"realloc", HAGSTONE_REALLOC},
      {"__libc_realloc", HAGSTONE_REALLOC},
      {"valloc", HAGSTONE_MALLOC},
      {"__libc_valloc", HAGSTONE_MALLOC},
      {"pvalloc", HAGSTONE_MALLOC},
      {"__libc_pvalloc", HAGSTONE_MALLOC},
      {"memalign", HAGSTONE_MEMALIGN},
      {"__libc_memalign", HAGSTONE_MEMALIGN},
      {"aligned_alloc", HAGSTONE_MEMALIGN},
      {"posix_memalign", HAGSTONE_POSIX_MEMALIGN},
      {"__posix_memalign", HAGSTONE_POSIX_MEMALIGN},
      {"free", HAGSTONE_FREE},
      {"cfree", HAGSTONE_FREE},
      {"__libc_free", HAGSTONE_FREE},
  };
  for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
    if (equal(name, functions[i].name)) return functions[i].function;
  return operator_named(name);
}
