// SPDX-License-Identifier: MIT
// Each instruction form once, in `forms`: the test knows the accesses that it makes, in order. Then system calls.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noclone))

_Alignas(64) uint8_t memory[4096];
void forms(uint8_t *memory);
__asm__(
    ".text\n"
    ".type forms, @function\n"
    "forms:\n"
    "movl (%rdi), %eax\n"
    "movl 4(%rdi), %eax\n"            // the load before has no use, and counts
    "movb %al, 9(%rdi)\n"
    "addw $1, 16(%rdi)\n"             // load, store
    "lock addq $1, 24(%rdi)\n"        // load, store
    "lock xaddl %eax, 32(%rdi)\n"     // load, store
    "xor %eax, %eax\n"
    "mov $5, %ecx\n"
    "lock cmpxchgl %ecx, 36(%rdi)\n"  // load, store
    "cmpxchgq %rcx, 40(%rdi)\n"       // load, store
    "xchgq %rax, 48(%rdi)\n"          // load, store
    "movss 64(%rdi), %xmm0\n"
    "movsd %xmm0, 72(%rdi)\n"
    "addps 80(%rdi), %xmm0\n"
    "movapd %xmm0, 96(%rdi)\n"
    "movdqu 113(%rdi), %xmm1\n"
    "movntps %xmm0, 128(%rdi)\n"
    "movnti %rcx, 144(%rdi)\n"
    "pushq 152(%rdi)\n"               // load, store to the stack
    "popq 160(%rdi)\n"                // load from the stack, store
    "fldt 176(%rdi)\n"
    "fstpt 192(%rdi)\n"
    "fldl 208(%rdi)\n"
    "fstps 216(%rdi)\n"
    "bt %rcx, %rcx\n"                 // no access
    "cvtps2pd 224(%rdi), %xmm2\n"    // one load of 8 bytes
    "btsl $3, 220(%rdi)\n"            // load, store
    "lea 1000(%rdi), %rdx\n"          // no access
    "prefetcht0 (%rdi)\n"             // no access
    "nopl (%rdi)\n"                   // no access
    "mov %rdi, %r8\n"
    "lea 256(%rdi), %rsi\n"
    "lea 320(%rdi), %rdi\n"
    "mov $3, %ecx\n"
    "rep movsb\n"                     // (load, store) in each of 3 iterations
    "mov $0, %ecx\n"
    "rep stosq\n"                     // none
    "mov %r8, %rdi\n"
    "ret\n"                           // load from the stack
    ".size forms, . - forms\n"
    ".type masked, @function\n"
    "masked:\n"
    "vmovdqu (%rsi), %ymm0\n"
    "vpmaskmovd %ymm0, %ymm0, (%rdi)\n" // 3 of 8 elements
    "vmaskmovps (%rdi), %ymm0, %ymm2\n" // the same
    "vzeroupper\n"
    "ret\n"
    ".size masked, . - masked\n"
    ".type gathers, @function\n"
    "gathers:\n"
    "vmovdqu (%rsi), %ymm0\n"
    "vpxor %ymm1, %ymm1, %ymm1\n"
    "vpgatherdd %ymm0, (%rdi,%ymm1,4), %ymm2\n" // 3 of 8 elements
    "vzeroupper\n"
    "ret\n"
    ".size gathers, . - gathers\n");
void gathers(uint8_t *memory, const int32_t *mask);
void masked(uint8_t *memory, const int32_t *mask);

NOINLINE int writes(int descriptor) { return (int)write(descriptor, "12345", 5) + 1; }
NOINLINE int reads(int descriptor) {
  static char buffer[100];
  return (int)read(descriptor, buffer, sizeof buffer) + 1;
}

/* Into a pipe with room for 64 kB: the first one fills it, and the second one finds no room. */
static char much[100000];
NOINLINE long writes_part(int descriptor) { return write(descriptor, much, sizeof much) + 1; }
NOINLINE long writes_nothing(int descriptor) { return write(descriptor, much, sizeof much) + 1; }
NOINLINE long writes_pieces(int descriptor) {
  const struct iovec pieces[] = {{much, 40000}, {much + 40000, 40000}, {much, 8}};
  return writev(descriptor, pieces, 3) + 1;
}
NOINLINE long fills_pipes(void) {
  int ends[2], others[2];
  if (pipe2(ends, O_NONBLOCK) || pipe2(others, O_NONBLOCK)) return -1;
  return writes_part(ends[1]) + writes_nothing(ends[1]) + writes_pieces(others[1]);
}

int main(void) {
  static const int32_t mask[8] = {-1, 0, 0, -1, 0, 0, 0, -1};
  for (int i = 0; i < 10; i++) forms(memory);
  for (int i = 0; i < 10; i++) masked(memory + 1024, mask);
  for (int i = 0; i < 10; i++) gathers(memory + 1024, mask);
  int ends[2];
  if (pipe(ends)) return 1;
  printf("%d, %ld\n", writes(ends[1]) + reads(ends[0]), fills_pipes());
  return 0;
}
