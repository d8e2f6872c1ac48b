/* SPDX-License-Identifier: MIT
 *
 * Values counted to the execution. Each instruction stands under a label of its own, written in assembly, so that the
 * truth is the same whatever the optimiser does with the rest, and runs ROUNDS times.
 *
 * True answer: instruction, what of it has the value (role, number of the operand or parameter, 8-byte element), type of
 * the instruction, how often the most frequent and the second most frequent value came, how often a value repeated the
 * one before, how often it was zero. N is the number of rounds.
 *
 *   constant      loaded       integer-load    N       0       N-1     0     MRV-1 and Inv-1 100 %
 *   alternating   loaded       integer-load    N/2     N/2     0       0     MRV-1 0 %, Inv-1 50 %, Inv-2 100 %
 *   long_runs     loaded       integer-load    N/1000  N/1000  N-1000  0     MRV-1 99 %, Inv-1 0.1 %
 *   fighting      loaded       integer-load    >N/3    >N/3    0       0     two values that come late: clearing lets them in
 *   half_zero     stored       store           N/2     N/2     0       N/2
 *   narrow        loaded       integer-load    N       0       N-1     0     two of eight bytes
 *   wide          loaded       integer-load    N       0       N-1     0     the first of two elements
 *   wide          loaded.1     integer-load    N/2     N/2     0       N/2   the second
 *   extended      loaded       FP-load         N       0       N-1     0     significand of 1.0L
 *   extended      loaded.1     FP-load         N       0       N-1     0     its exponent and sign
 *   from_memory   loaded       integer-load    N       0       N-1     0     an addition that loads,
 *   from_memory   result       integer         N/2     N/2     0       0     and what it adds up to
 *   to_itself     result       integer         N       0       N-1     N     xor r,r
 *   not_taken     result       conditional     N/2     N/2     0       0     a conditional move writes what was there
 *   high_byte     result       integer         N       0       N-1     0     AH
 *   low_half      result       integer         N       0       N-1     0     EAX, while the rest of RAX changes
 *   address       result       address         N/2     N/2     0       0
 *   shifted       result       shift           N       0       N-1     0
 *   compared      result       compare         N/2     N/2     0       N/2   setcc
 *   multiplied    operand-0    integer-multiply N/2    N/2     0       0     destination
 *   multiplied    operand-1    integer-multiply N      0       N-1     0     source
 *   divided       operand-0    integer         N/2     N/2     0       0     low half of the numerator
 *   divided       operand-0.1  integer         N       0       N-1     N     high half
 *   divided       operand-1    integer         N       0       N-1     0
 *   fp_divided    operand-0    FP-divide       N/2     N/2     0       N/2
 *   fp_divided    operand-1    FP-divide       N       0       N-1     0
 *   fp_divided    result       FP-divide       N/2     N/2     0       N/2
 *   fp_again      operand-0    FP-divide       N/2     N/2     0       N/2   the same division once more, which
 *   fp_again      operand-1    FP-divide       N       0       N-1     0     Valgrind computes together with the first
 *   again         operand-0    integer         N/2     N/2     0       0     the same of integers
 *   again         operand-1    integer         N       0       N-1     0
 *   fp_multiplied operand-0    FP-multiply     N/2     N/2     0       N/2
 *   square_root   operand-0    FP-other        N       0       N-1     0
 *   fp_added      result       FP              N/2     N/2     0       N/2   one of two lanes, the other is left alone
 *   x87_doubled   result       FP              N/2     N/2     0       N/2   as a double
 *   called        parameter-0  none            N       0       N-1     0
 *   called        parameter-1  none            N/2     N/2     0       N/2
 *
 * Usage: exhaustive_values [ROUNDS], a multiple of 2000; 100000 by default */
#include <stdint.h>
#include <stdlib.h>

static _Alignas(16) uint64_t place[2];

/* A function with one instruction to look at, on RAX, RDX, and what RDI points to. */
#define INSTRUCTION(name, preparation, instruction)                                               \
  __attribute__((noipa)) static void name(uint64_t first, uint64_t second) {                      \
    __asm__ volatile(preparation "\n.globl at_" #name "\nat_" #name ":\n\t" instruction           \
                     : "+a"(first), "+d"(second) : "D"(place)                                     \
                     : "memory", "cc", "rcx", "rsi", "xmm0", "xmm1", "xmm2", "st");               \
  }

INSTRUCTION(constant, "", "movq (%%rdi), %%rcx")
INSTRUCTION(alternating, "", "movq (%%rdi), %%rcx")
INSTRUCTION(long_runs, "", "movq (%%rdi), %%rcx")
INSTRUCTION(fighting, "", "movq (%%rdi), %%rcx")
INSTRUCTION(half_zero, "", "movq %%rax, (%%rdi)")
INSTRUCTION(narrow, "", "movzwl (%%rdi), %%ecx")
INSTRUCTION(wide, "", "movdqu (%%rdi), %%xmm0")
INSTRUCTION(extended, "fld1\nfstpt (%%rdi)", "fldt (%%rdi)\nfstp %%st(0)")
INSTRUCTION(from_memory, "", "addq (%%rdi), %%rax")
INSTRUCTION(to_itself, "", "xorq %%rax, %%rax")
INSTRUCTION(not_taken, "xorl %%ecx, %%ecx", "cmovnzq %%rdx, %%rax")
INSTRUCTION(high_byte, "", "movb %%dl, %%ah")
INSTRUCTION(low_half, "", "movl %%edx, %%eax")
INSTRUCTION(address, "", "leaq 8(%%rax, %%rdx, 2), %%rcx")
INSTRUCTION(shifted, "", "shlq $3, %%rdx")
INSTRUCTION(compared, "testq %%rax, %%rax", "setz %%cl")
INSTRUCTION(multiplied, "", "imulq %%rdx, %%rax")
INSTRUCTION(divided, "movq %%rdx, %%rcx\nxorl %%edx, %%edx", "divq %%rcx")
INSTRUCTION(fp_divided, "cvtsi2sdq %%rax, %%xmm0\ncvtsi2sdq %%rdx, %%xmm1", "divsd %%xmm1, %%xmm0")
INSTRUCTION(fp_again, "cvtsi2sdq %%rax, %%xmm0\ncvtsi2sdq %%rdx, %%xmm1\nmovaps %%xmm0, %%xmm2\ndivsd %%xmm1, %%xmm2",
            "divsd %%xmm1, %%xmm0")
INSTRUCTION(again, "cvtsi2sdq %%rax, %%xmm0\nmovq %%rdx, %%rcx\nmovq %%rax, %%rsi\nxorl %%edx, %%edx\ndivq %%rcx\n"
            "movq %%rsi, %%rax\nxorl %%edx, %%edx", "divq %%rcx")
INSTRUCTION(fp_multiplied, "cvtsi2sdq %%rax, %%xmm0\ncvtsi2sdq %%rdx, %%xmm1", "mulsd %%xmm1, %%xmm0")
INSTRUCTION(square_root, "cvtsi2sdq %%rdx, %%xmm1", "sqrtsd %%xmm1, %%xmm0")
INSTRUCTION(fp_added, "cvtsi2sdq %%rax, %%xmm0", "addsd %%xmm0, %%xmm0")
INSTRUCTION(x87_doubled, "movq %%rax, (%%rdi)\nfildll (%%rdi)", "fadd %%st(0), %%st(0)\nfstp %%st(0)")

__attribute__((noipa)) static void at_called(uint64_t first, uint64_t second) {
  __asm__ volatile("" : : "r"(first), "r"(second));
}

static void show(uint64_t value) { place[0] = value; }

int main(int argument_count, char **arguments) {
  const uint64_t rounds = argument_count > 1 ? strtoull(arguments[1], 0, 10) : 100000;
  for (uint64_t i = 0; i < rounds; i++) {
    const uint64_t odd = i & 1;
    show(42);
    constant(0, 0);
    show(odd ? 'X' : 'Y');
    alternating(0, 0);
    show(1 + i / (rounds / 1000));
    long_runs(0, 0);
    show(i < rounds / 100 ? 1 + i % 10 : odd ? 'X' : 'Y');
    fighting(0, 0);
    half_zero(odd, 0);
    show(i << 16 | 7);
    narrow(0, 0);
    show(9);
    place[1] = odd;
    wide(0, 0);
    extended(0, 0);
    show(9);
    from_memory(odd, 0);
    to_itself(i, 0);
    not_taken(5 + odd, 9);
    high_byte(i, 3);
    low_half(i << 32, 3);
    address(odd, 1);
    shifted(0, 1);
    compared(odd, 0);
    multiplied(3 + odd, 5);
    divided(3 + odd, 5);
    fp_divided(odd, 3);
    fp_again(odd, 3);
    again(3 + odd, 5);
    fp_multiplied(odd, 3);
    square_root(0, 3);
    fp_added(odd, 0);
    x87_doubled(odd, 0);
    at_called(7, odd);
  }
  return 0;
}
