/* SPDX-License-Identifier: MIT
 *
 * Redundant register writes counted to the byte. Each write is one instruction under a label of its own, written in
 * assembly, so that the ground truth is the same whatever the optimiser does with the rest. Every scene runs ROUNDS times and
 * begins by writing something else to its registers, so that nothing is left of the round before.
 *
 * True answer, all pairs among the labels: tool, earlier write, later write, bytes, later writes. N is the number of
 * rounds.
 *
 *   registers zeroed        zeroed_again  4*N   N   xor of a register with itself is a write like any other
 *   registers all_eight     lowest        N     N   AL, AH, AX, EAX and RAX are parts of one register
 *   registers all_eight     second        N     N
 *   registers lowest        low_two       N     N   one write with two earlier contexts
 *   registers second        low_two       N     N
 *   registers low_two       low_four      2*N   N
 *   registers all_eight     low_four      2*N   N
 *   registers low_four      all_again     8*N   N   a 32-bit write zeroes the rest: it wrote all eight bytes
 *   registers selected      not_taken     8*N   N   a conditional move that is not taken leaves what was there
 *   registers four_floats   same_floats   16*N  N
 *   registers same_floats   lane_changed  0         one element of four differs: all or nothing
 *   registers number        near_number   8*N   N   0.4 % away, tolerance 1 %
 *   registers near_number   far_number    0         too far for the tolerance
 *   registers addend        sum           8*N   N   0 was added
 *   registers x87_number    x87_again     10*N  N
 *   registers x87_again     x87_near      10*N  N   0.4 % away, same sign and exponent
 *   registers x87_near      x87_negative  0         another sign
 *   registers x87_edge      x87_beyond    0         another exponent, though as near
 *   registers mmx_number    mmx_again     8*N   N
 *   registers pushed        popped        8*N   N   pop brings back what is in the register
 *   registers factor        product       8*N   N   mul writes two registers
 *   registers high_part     product       8*N   N
 *   registers copied        copied_back   8*N   N
 *
 * Usage: exhaustive_registers [ROUNDS], 1000 by default */
#include <stdlib.h>

#define AT(label) "\n.globl at_" #label "\nat_" #label ":\n\t"

static const float floats[4] = {1, 2, 3, 4}, changed_floats[4] = {1, 2, 3, 5};
static const double number = 100, near_number = 100.4, far_number = 105.5, zero = 0;
static const double x87_number = 1.5, x87_near = 1.506, x87_negative = -1.506, x87_edge = 1.998, x87_beyond = 2.001;

__attribute__((noipa)) static void zero_a_register(void) {
  __asm__ volatile("movl $5, %%eax" AT(zeroed) "xorl %%eax, %%eax" AT(zeroed_again) "xorl %%eax, %%eax" : : : "rax", "cc");
}

__attribute__((noipa)) static void write_parts(void) {
  __asm__ volatile("movl $0, %%eax"
                   AT(all_eight) "movabsq $0x1122334455667788, %%rax"
                   AT(lowest) "movb $0x88, %%al"
                   AT(second) "movb $0x77, %%ah"
                   AT(low_two) "movw $0x7788, %%ax"
                   AT(low_four) "movl $0x55667788, %%eax"
                   AT(all_again) "movabsq $0x55667788, %%rax" : : : "rax");
}

__attribute__((noipa)) static void move_conditionally(void) {
  __asm__ volatile("movl $0, %%eax\n\tmovl $9, %%edx" AT(selected) "movq $7, %%rax\n\ttestq %%rax, %%rax"
                   AT(not_taken) "cmovzq %%rdx, %%rax" : : : "rax", "rdx", "cc");
}

__attribute__((noipa)) static void write_vectors(void) {
  __asm__ volatile("xorps %%xmm0, %%xmm0" AT(four_floats) "movups %0, %%xmm0" AT(same_floats) "movups %0, %%xmm0"
                   AT(lane_changed) "movups %1, %%xmm0" : : "m"(floats), "m"(changed_floats) : "xmm0");
}

__attribute__((noipa)) static void write_numbers(void) {
  __asm__ volatile("xorps %%xmm1, %%xmm1" AT(number) "movsd %0, %%xmm1" AT(near_number) "movsd %1, %%xmm1"
                   AT(far_number) "movsd %2, %%xmm1" : : "m"(number), "m"(near_number), "m"(far_number) : "xmm1");
}

__attribute__((noipa)) static void add_nothing(void) {
  __asm__ volatile("xorps %%xmm2, %%xmm2" AT(addend) "movsd %0, %%xmm2" AT(sum) "addsd %1, %%xmm2"
                   : : "m"(number), "m"(zero) : "xmm2");
}

/* To memory: fstp of a register to itself would be one more write. */
#define DROP "\n\tfstpl %0"

__attribute__((noipa)) static void load_x87(void) {
  double dropped;
  __asm__ volatile("fldz" DROP AT(x87_number) "fldl %1" DROP AT(x87_again) "fldl %1" DROP AT(x87_near) "fldl %2" DROP
                   AT(x87_negative) "fldl %3" DROP AT(x87_edge) "fldl %4" DROP AT(x87_beyond) "fldl %5" DROP
                   : "=m"(dropped) : "m"(x87_number), "m"(x87_near), "m"(x87_negative), "m"(x87_edge), "m"(x87_beyond) : "st");
}

__attribute__((noipa)) static void load_mmx(void) {
  __asm__ volatile("pxor %%mm0, %%mm0" AT(mmx_number) "movq %0, %%mm0" AT(mmx_again) "movq %0, %%mm0\n\temms"
                   : : "m"(number) : "mm0", "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", "st(6)", "st(7)");
}

/* Below what the function may use under its stack pointer. */
__attribute__((noipa)) static void push_and_pop(void) {
  __asm__ volatile("leaq -128(%%rsp), %%rsp\n\tmovl $0, %%esi" AT(pushed) "movq $3, %%rsi\n\tpushq %%rsi"
                   AT(popped) "popq %%rsi\n\tleaq 128(%%rsp), %%rsp" : : : "rsi", "memory");
}

__attribute__((noipa)) static void multiply(void) {
  __asm__ volatile("movl $0, %%eax\n\tmovl $9, %%edx\n\tmovl $1, %%ecx" AT(factor) "movl $6, %%eax"
                   AT(high_part) "movl $0, %%edx" AT(product) "mulq %%rcx" : : : "rax", "rcx", "rdx", "cc");
}

__attribute__((noipa)) static void copy_back(void) {
  __asm__ volatile("movl $0, %%eax\n\tmovl $0, %%ecx" AT(copied) "movq $11, %%rax\n\tmovq %%rax, %%rcx"
                   AT(copied_back) "movq %%rcx, %%rax" : : : "rax", "rcx");
}

int main(int count, char **arguments) {
  const int rounds = count > 1 ? atoi(arguments[1]) : 1000;
  for (int round = 0; round < rounds; round++) {
    zero_a_register();
    write_parts();
    move_conditionally();
    write_vectors();
    write_numbers();
    add_nothing();
    load_x87();
    load_mmx();
    push_and_pop();
    multiply();
    copy_back();
  }
  return 0;
}
