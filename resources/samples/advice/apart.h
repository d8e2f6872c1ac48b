// SPDX-License-Identifier: MIT
/** What the samples of advice share. */
#pragma once
#include <stdlib.h>

/** Keeps a function separate: the compiler uses nothing that it knows of it. */
#define APART __attribute__((noipa))

/** The first argument; otherwise the number of rounds that shows the finding within a second below Valgrind. */
static inline int rounds(int count, char** arguments, int otherwise) { return count > 1 ? atoi(arguments[1]) : otherwise; }
