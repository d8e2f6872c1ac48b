/* SPDX-License-Identifier: MIT
 *
 * Work in a library: one that is loaded into a link namespace of its own, or one without call frame information.
 *
 * True answer, in stores: half are dead. Those of the first call of `clear` of a round are KILLED_BY those of the second;
 * these are USED_BY `add_up`. All are called by `library_work`, which `work_in_library` calls.
 *
 * Usage: library_host LIBRARY [namespace] [ROUNDS] */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static long work_in_library(long (*work)(long), long rounds) { return work(rounds) + 1; }

int main(int count, char **arguments) {
  if (count < 2) return 2;
  int apart = count > 2 && !strcmp(arguments[2], "namespace");
  long rounds = count > 2 + apart ? atol(arguments[2 + apart]) : 300000;
  void *library = apart ? dlmopen(LM_ID_NEWLM, arguments[1], RTLD_NOW) : dlopen(arguments[1], RTLD_NOW);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  long (*work)(long) = (long (*)(long))dlsym(library, "library_work");
  if (!work) return 1;
  printf("%ld\n", work_in_library(work, rounds));
  return 0;
}
