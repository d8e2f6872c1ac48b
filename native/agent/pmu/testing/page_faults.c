/* SPDX-License-Identifier: MIT
 *
 * Page faults in place of memory events: each samples a store whose bytes are accessed next by the faulting
 * instruction (sampled_code.S), in some threads and in a child.
 *
 * True answer: of the sampled stores, 75 % KILLED_BY and 25 % USED_BY.
 *
 * Usage: page_faults ROUNDS */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096, PAGES = 256, THREADS = 3 };

void hagstone_fault_on_pages(uint64_t *first, uint64_t pages);

static int rounds;

static void *run(void *unused) {
  (void)unused;
  char *pages = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) abort();
  madvise(pages, PAGES * PAGE, MADV_NOHUGEPAGE);
  for (int round = 0; round < rounds; round++) {
    madvise(pages, PAGES * PAGE, MADV_DONTNEED);
    hagstone_fault_on_pages((uint64_t *)pages, PAGES);
  }
  munmap(pages, PAGES * PAGE);
  return NULL;
}

int main(int count, char **arguments) {
  rounds = count > 1 ? atoi(arguments[1]) : 1;
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], NULL, run, NULL)) abort();
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  pid_t child = fork();
  if (child == 0) exit(run(NULL) != NULL);
  int status;
  waitpid(child, &status, 0);
  printf("%d\n", status);
  return 0;
}
