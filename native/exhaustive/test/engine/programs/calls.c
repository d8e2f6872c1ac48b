// SPDX-License-Identifier: MIT
// Calls of all kinds. The comments say how often `leaf` runs in which context.
#define NOINLINE __attribute__((noinline, noclone))

static volatile int sink;
NOINLINE void leaf(void) { sink++; }

NOINLINE void directly(void) {
  for (int i = 0; i < 3; i++) leaf();  // 3
  sink++;
}
NOINLINE void through_pointer(void (*function)(void)) {
  function();  // 1
  sink++;
}
NOINLINE void recursively(int depth) {
  if (depth > 0) recursively(depth - 1);
  leaf();  // 1 at each of 4 depths
  sink++;
}

// A tail call: `jumps` leaves no frame of its own. `pops_address` learns its address by a call that never returns, as
// position-independent code of old does. `returns_by_jump` calls leaf and goes back without a return instruction.
// `jumps_by_return` calls leaf by a return instruction.
void jumps(void);
void pops_address(void);
void returns_by_jump(void);
void jumps_by_return(void);
// Calls a function that returns to the caller of `skipped`.
void skipped(void);
__asm__(
    ".text\n"
    ".type jumps, @function\n"
    "jumps: jmp leaf\n"
    ".size jumps, . - jumps\n"
    ".type pops_address, @function\n"
    "pops_address: call 1f\n"
    "1: pop %rax\n"
    "call leaf\n"
    "ret\n"
    ".size pops_address, . - pops_address\n"
    ".type returns_by_jump, @function\n"
    "returns_by_jump: sub $8, %rsp\n"
    "call leaf\n"
    "add $8, %rsp\n"
    "pop %rcx\n"
    "jmp *%rcx\n"
    ".size returns_by_jump, . - returns_by_jump\n"
    ".type jumps_by_return, @function\n"
    "jumps_by_return: lea leaf(%rip), %rax\n"
    "push %rax\n"
    "ret\n"
    ".size jumps_by_return, . - jumps_by_return\n"
    ".type skipped, @function\n"
    "skipped: call 2f\n"
    "ud2\n"
    "2: add $8, %rsp\n"
    "ret\n"
    ".size skipped, . - skipped\n");

NOINLINE void tail(void) {
  jumps();  // 1, called by tail
  sink++;
}
NOINLINE void skips(void) {
  skipped();
  for (int i = 0; i < 3; i++) sink++;
}
NOINLINE void odd(void) {
  pops_address();     // 1
  leaf();             // 1
  returns_by_jump();  // 1
  leaf();             // 1
  jumps_by_return();  // 1, called by odd
  leaf();             // 1
  sink++;
}

int main(void) {
  directly();
  through_pointer(leaf);
  recursively(3);
  tail();
  odd();
  skips();
  leaf();  // 1
  return 7;
}
