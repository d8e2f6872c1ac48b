/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Marks registers whose every value is known. The mark is made as in hagstone.h, but from assembly, so that no
 * compiler writes a register in between.
 *
 * True answer, elements and how many of them are unique:
 *   general       16   5    RAX has the address of the mark, RDX 0, RDI and RBP 7, RSP the stack's, all others 5
 *   x87            3   2    1, 1 and pi; within the tolerance whatever the mark says
 *   SIMD, exactly 32   4    as doubles: 1, 1, 1.005, 2, and 28 zeros
 *   SIMD, approximately 32 3   1.005 is 1 within 1 % */
#include <hagstone.h>

void mark_known_registers(const unsigned long *mark);
__asm__(
    ".text\n.type mark_known_registers,@function\nmark_known_registers:\n\t"
    "pushq %rbx\n\tpushq %rbp\n\tpushq %r12\n\tpushq %r13\n\tpushq %r14\n\tpushq %r15\n\t"
    "movq %rdi, %rax\n\txorl %edx, %edx\n\tmovl $5, %ebx\n\tmovl $5, %ecx\n\tmovl $5, %esi\n\tmovl $7, %edi\n\t"
    "movl $7, %ebp\n\tmovl $5, %r8d\n\tmovl $5, %r9d\n\tmovl $5, %r10d\n\tmovl $5, %r11d\n\tmovl $5, %r12d\n\t"
    "movl $5, %r13d\n\tmovl $5, %r14d\n\tmovl $5, %r15d\n\t"
    "movapd known_first(%rip), %xmm0\n\tmovapd known_second(%rip), %xmm15\n\t"
    "pxor %xmm1, %xmm1\n\tpxor %xmm2, %xmm2\n\tpxor %xmm3, %xmm3\n\tpxor %xmm4, %xmm4\n\tpxor %xmm5, %xmm5\n\tpxor %xmm6, "
    "%xmm6\n\t"
    "pxor %xmm7, %xmm7\n\tpxor %xmm8, %xmm8\n\tpxor %xmm9, %xmm9\n\tpxor %xmm10, %xmm10\n\tpxor %xmm11, %xmm11\n\t"
    "pxor %xmm12, %xmm12\n\tpxor %xmm13, %xmm13\n\tpxor %xmm14, %xmm14\n\t"
    "fninit\n\tfldpi\n\tfld1\n\tfld1\n\t"
    "rolq $3, %rdi\n\trolq $13, %rdi\n\trolq $61, %rdi\n\trolq $51, %rdi\n\txchgq %rbx, %rbx\n\t"
    "fninit\n\tpopq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\tpopq %rbp\n\tpopq %rbx\n\tret\n\t"
    ".size mark_known_registers, .-mark_known_registers\n"
    ".section .rodata\n.balign 16\nknown_first: .double 1, 1\nknown_second: .double 1.005, 2\n.text");

int main(void) {
  const unsigned long exact[6] = {HAGSTONE_MARK_REGISTERS, 0, sizeof(double), 0, 0, HAGSTONE_FLOAT};
  const unsigned long approximate[6] = {
      HAGSTONE_MARK_REGISTERS, 0, sizeof(double), 0, 0, HAGSTONE_FLOAT | HAGSTONE_APPROXIMATE << 8};
  mark_known_registers(exact);
  mark_known_registers(approximate);
  return 0;
}
