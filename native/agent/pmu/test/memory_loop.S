# SPDX-License-Identifier: MIT
# void hagstone_memory_loop(uint64_t *words, uint64_t rounds): eight stores and eight loads a round, at words[0] to
# words[7], and no other access but that of returning.
  .text
  .hidden hagstone_memory_loop
  .globl hagstone_memory_loop
  .type hagstone_memory_loop, @function
hagstone_memory_loop:
  .cfi_startproc
1:
  .irp offset, 0, 8, 16, 24, 32, 40, 48, 56
  mov %rsi, \offset(%rdi)
  mov \offset(%rdi), %rax
  .endr
  dec %rsi
  jnz 1b
  ret
  .cfi_endproc
  .size hagstone_memory_loop, . - hagstone_memory_loop
  .section .note.GNU-stack,"",@progbits
