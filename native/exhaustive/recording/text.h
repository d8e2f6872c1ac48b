/* SPDX-License-Identifier: GPL-2.0-or-later
 * Text without libc. Each function writes at `end`, always with a terminating zero, never at `limit` or beyond, and
 * returns where the text ends then. */
#ifndef HAGSTONE_EXHAUSTIVE_TEXT_H
#define HAGSTONE_EXHAUSTIVE_TEXT_H

#include <stdint.h>

char *hagstone_append_text(char *end, const char *limit, const char *text);
char *hagstone_append_number(char *end, const char *limit, uint64_t number);

#endif
