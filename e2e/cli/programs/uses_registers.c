// Stores twice what nothing reads, and spends most of its time in register_library.
#include <stdlib.h>
#include <time.h>

unsigned long turn_in_registers(long rounds, unsigned long value);

static volatile long block[1000];

static void store_twice(void) {
  for (long round = 0; round < 20; round++)
    for (int i = 0; i < 1000; i++) block[i] = round;
}

int main(int count, char **arguments) {
  const double seconds = count > 1 ? atof(arguments[1]) : 2;
  unsigned long value = 1;
  while (clock() < seconds * CLOCKS_PER_SEC) {
    store_twice();
    value = turn_in_registers(40000, value);
  }
  return value == 0;
}
