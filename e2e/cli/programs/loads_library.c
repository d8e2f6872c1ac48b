/* SPDX-License-Identifier: MIT
 *
 * Loads the library named by its argument, and calls its functions.
 *
 * Usage: loads_library LIBRARY */
#include <dlfcn.h>

int main(int count, char **arguments) {
  void *library = count > 1 ? dlopen(arguments[1], RTLD_NOW) : 0;
  long (*sum_rounds)(void) = library ? (long (*)(void))dlsym(library, "sum_rounds") : 0;
  return sum_rounds ? sum_rounds() != 0 : 2;
}
