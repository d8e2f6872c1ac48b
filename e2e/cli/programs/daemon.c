// Becomes a daemon: ends with status 4 while its grandchild stores what nothing reads, for the given seconds of CPU time.
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static volatile long block[1000];

static void daemon_work(double seconds) {
  for (long round = 0; clock() < seconds * CLOCKS_PER_SEC; round++)
    for (int i = 0; i < 1000; i++) block[i] = round;
}

int main(int count, char **arguments) {
  if (fork() != 0) _exit(4);
  setsid();
  if (fork() != 0) _exit(0);
  for (int descriptor = 0; descriptor < 3; descriptor++) close(descriptor);
  daemon_work(count > 1 ? atof(arguments[1]) : 1);
  return 0;
}
