/** Becomes another user, as servers do, and has a child store 16 numbers 1001 times: the last time alone is of use. */
#include <sys/wait.h>
#include <unistd.h>

static volatile int numbers[16];

static __attribute__((noinline)) void store_in_child(void) {
  for (int round = 0; round < 1001; round++)
    for (int i = 0; i < 16; i++) numbers[i] = round;
}

int main(void) {
  int status = 1;
  if (setgid(65534) || setuid(65534)) return 2;
  if (fork() == 0) {
    store_in_child();
    _exit(0);
  }
  wait(&status);
  return status != 0;
}
