// SPDX-License-Identifier: MIT
// Loaded and unloaded by plugins.c while its code is sampled.
#include "work.h"

int plugin_run(int value);
int plugin_run(int value) {
  work(0.002);
  return value * 2;
}
