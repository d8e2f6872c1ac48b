// Works, and then makes the fault that the argument names, as sanitizers find them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile long *block;

static void *fill(void *rounds) {
  for (long round = 0; round < (long)rounds; round++)
    for (int i = 0; i < 1000; i++) block[i] = round;
  return NULL;
}

int main(int count, char **arguments) {
  const char *fault = count > 1 ? arguments[1] : "none";
  block = malloc(8000);
  pthread_t thread;
  pthread_create(&thread, NULL, fill, (void *)5000L);
  pthread_join(thread, NULL);
  fill((void *)5000L);
  if (!strcmp(fault, "leak")) block = NULL;
  if (!strcmp(fault, "overflow")) block[1000] = 1;
  if (!strcmp(fault, "race")) {
    pthread_create(&thread, NULL, fill, (void *)100L);
    fill((void *)100L);
    pthread_join(thread, NULL);
  }
  if (!strcmp(fault, "undefined")) {
    volatile int largest = 2147483647;
    largest += count;
  }
  if (!strcmp(fault, "uninitialised")) {
    int *never = malloc(sizeof *never);
    if (*never) puts("not zero");
  }
  puts("done");
  return 3;
}
