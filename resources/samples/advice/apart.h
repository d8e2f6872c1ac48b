// SPDX-License-Identifier: MIT
/** What the samples of advice share. */
#pragma once
#include <stdlib.h>

/** A function of its own, regardless of the compiler finds out about it. */
#define APART __attribute__((noipa))

/** The first argument; otherwise the number of rounds that shows the finding within a second below Valgrind. */
static inline int rounds(int count, char** arguments, int otherwise) { return count > 1 ? atoi(arguments[1]) : otherwise; }
