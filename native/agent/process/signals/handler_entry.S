/* SPDX-License-Identifier: MIT
 *
 * The kernel delivers SIGTRAP here. Its frame is on the thread's alternate stack (possibly the target's, perhaps a
 * small one). The handler itself runs on the agent's own stack, so it needs no more of the target's. Threads unknown
 * to the agent have none and stay on their stack. */
  .text
  .globl hagstone_handler_entry
  .hidden hagstone_handler_entry
  .type hagstone_handler_entry, @function
hagstone_handler_entry:
  .cfi_startproc
  endbr64
  movq hagstone_thread_storage@gottpoff(%rip), %rax
  movq %fs:(%rax), %rax
  testq %rax, %rax
  je hagstone_on_signal
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %rbp, 0
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  movq %rax, %rsp
  call hagstone_on_signal
  movq %rbp, %rsp
  popq %rbp
  .cfi_def_cfa %rsp, 8
  ret
  .cfi_endproc
  .size hagstone_handler_entry, . - hagstone_handler_entry

/* SA_RESTORER of the agent's own sigaction. Debuggers know a signal frame by these very bytes. */
  .globl hagstone_signal_return
  .hidden hagstone_signal_return
  .type hagstone_signal_return, @function
  .balign 16
  nop
hagstone_signal_return:
  movq $15, %rax
  .globl hagstone_signal_return_call
  .hidden hagstone_signal_return_call
hagstone_signal_return_call:
  syscall
  .size hagstone_signal_return, . - hagstone_signal_return

/* void hagstone_enter_target_handler(uint64_t frame, void *handler, int signal, void *information, void *context,
 *                                    const uint64_t *mask)
 * Leaves the agent for a signal handler of the target, as the kernel would enter it. The mask is set only when the
 * agent's stack is empty: a nested signal may use it from then on. */
  .globl hagstone_enter_target_handler
  .hidden hagstone_enter_target_handler
  .type hagstone_enter_target_handler, @function
hagstone_enter_target_handler:
  movq %rdi, %rsp
  movq %rsi, %r12
  movl %edx, %r13d
  movq %rcx, %r14
  movq %r8, %r15
  movl $14, %eax
  movl $2, %edi
  movq %r9, %rsi
  xorl %edx, %edx
  movl $8, %r10d
  syscall
  movl %r13d, %edi
  movq %r14, %rsi
  movq %r15, %rdx
  xorl %eax, %eax
  jmp *%r12
  .size hagstone_enter_target_handler, . - hagstone_enter_target_handler

  .section .note.GNU-stack,"",@progbits
