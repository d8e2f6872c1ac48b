/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The functions by which programs get and end heap blocks. */
#ifndef HAGSTONE_HEAP_FUNCTIONS_H
#define HAGSTONE_HEAP_FUNCTIONS_H

enum hagstone_heap_function {
  HAGSTONE_NOT_OF_HEAP = 0,
  HAGSTONE_NEW,          /* (bytes), operator new: of a block of its own, unless it passes on a block of malloc */
  HAGSTONE_MALLOC,       /* (bytes) */
  HAGSTONE_CALLOC,       /* (count, bytes) */
  HAGSTONE_REALLOC,      /* (block, bytes) */
  HAGSTONE_MEMALIGN,     /* (alignment, bytes) */
  HAGSTONE_POSIX_MEMALIGN, /* (place of the result, alignment, bytes) */
  HAGSTONE_FREE          /* (block), also operator delete */
};

enum hagstone_heap_function hagstone_heap_function_named(const char *name);

#endif
