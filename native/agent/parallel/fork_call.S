/* SPDX-License-Identifier: MIT
 *
 * __kmpc_fork_call and __kmpc_fork_teams, with which Clang's code begins regions (LLVM's kmp_csupport.cpp), have as
 * many parameters as the region's code needs. When they are forwarded to the runtime, all must stay unchanged. */
  .macro hagstone_fork_function name, number
  .globl \name
  .type \name, @function
\name:
  .cfi_startproc
  endbr64
  .irp register, %rdi, %rsi, %rdx, %rcx, %r8, %r9, %rax
  pushq \register
  .cfi_adjust_cfa_offset 8
  .endr
  movl $\number, %edi
  movq 56(%rsp), %rsi
  call hagstone_fork_to_leave_alone
  movq %rax, %r11
  .irp register, %rax, %r9, %r8, %rcx, %rdx, %rsi, %rdi
  popq \register
  .cfi_adjust_cfa_offset -8
  .endr
  testq %r11, %r11
  je hagstone_fork_\number
  jmp *%r11
  .cfi_endproc
  .size \name, . - \name
  .endm

  .text
  hagstone_fork_function __kmpc_fork_call, 0
  hagstone_fork_function __kmpc_fork_teams, 1

  .section hagstone_region_begin, "ax", @progbits
/* hagstone_call_microtask(code, global thread, bound thread, count, arguments): calls code(global thread, bound thread,
 * arguments[0], ...). At least 4 arguments are readable. */
  .globl hagstone_call_microtask
  .hidden hagstone_call_microtask
  .type hagstone_call_microtask, @function
hagstone_call_microtask:
  .cfi_startproc
  endbr64
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %rbp, 0
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  movq %rdi, %r10
  movq %r8, %r11
  movslq %ecx, %rcx
  subq $4, %rcx
  jle 2f
  leaq 1(%rcx), %rax
  andq $-2, %rax
  shlq $3, %rax
  subq %rax, %rsp
1:
  movq 24(%r11,%rcx,8), %rax
  movq %rax, -8(%rsp,%rcx,8)
  decq %rcx
  jne 1b
2:
  movq %rsi, %rdi
  movq %rdx, %rsi
  movq (%r11), %rdx
  movq 8(%r11), %rcx
  movq 16(%r11), %r8
  movq 24(%r11), %r9
  xorl %eax, %eax
  call *%r10
  leave
  .cfi_def_cfa %rsp, 8
  ret
  .cfi_endproc
  .size hagstone_call_microtask, . - hagstone_call_microtask
  .section .note.GNU-stack, "", @progbits
