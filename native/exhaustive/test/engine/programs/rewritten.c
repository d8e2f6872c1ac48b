// SPDX-License-Identifier: GPL-2.0-or-later
//
// Code by which the program replaces other code, as compilers at run time do: at one address first a load of 4
// bytes, then one of 8.
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define OWN_FUNCTION __attribute__((noinline, noclone))

typedef void loads(const uint64_t *);

OWN_FUNCTION static void loads_four(loads *code, const uint64_t *value) {
  for (int i = 0; i < 10; i++) code(value);
}
OWN_FUNCTION static void loads_eight(loads *code, const uint64_t *value) {
  for (int i = 0; i < 10; i++) code(value);
}

int main(void) {
  static const uint8_t four[] = {0x8b, 0x07, 0xc3};        // mov (%rdi),%eax; ret
  static const uint8_t eight[] = {0x48, 0x8b, 0x07, 0xc3}; // mov (%rdi),%rax; ret
  static const uint64_t value = 7;
  void *const code = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (code == MAP_FAILED) return 2;
  memcpy(code, four, sizeof four);
  loads_four((loads *)code, &value);
  memcpy(code, eight, sizeof eight);
  loads_eight((loads *)code, &value);
  return 0;
}
