// SPDX-License-Identifier: MIT
//
// Registers of a device lie in memory: each store is a command, and each load asks for the present state. A mapped page represents it.
//
// Tools: dead-stores, silent-stores, redundant-loads
// Finding: none
#include "../apart.h"
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

struct device { volatile uint32_t command, data, status; };

APART static void send(struct device* device, const uint8_t* bytes, int length) {
  for (int i = 0; i < length; i++) {
    while (device->status != 0) {}
    device->data = bytes[i];
    device->command = 1;
  }
}

int main(int count, char** arguments) {
  static uint8_t message[64];
  struct device* device = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (device == MAP_FAILED) return 1;
  for (int round = rounds(count, arguments, 300); round > 0; round--) {
    for (int i = 0; i < 64; i++) message[i] = (uint8_t)(i * 5 + round);
    send(device, message, 64);
  }
  printf("%u\n", device->data);
}
