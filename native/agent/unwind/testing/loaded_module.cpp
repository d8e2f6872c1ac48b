// SPDX-License-Identifier: MIT
// A module for the tests to load and unload.

// Calls back from inside of the module, so that unwinding passes through it.
extern "C" [[gnu::noinline]] int call_back(int (*function)(void *), void *context) {
  volatile int frame[32] = {};
  frame[7] = function(context);
  return frame[7] + 1;
}
