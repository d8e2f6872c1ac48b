# SPDX-License-Identifier: MIT
# Instructions whose samples the tests describe. Never run as a whole.
  .text
  .globl hagstone_sampled_code
  .type hagstone_sampled_code, @function
hagstone_sampled_code:
  .cfi_startproc
  .globl hagstone_store_word
hagstone_store_word:
  mov %rax, 16(%rdi)
  .globl hagstone_load_byte
hagstone_load_byte:
  movzbl (%rsi,%rcx,4), %ecx
  .globl hagstone_load_over_base
hagstone_load_over_base:
  mov (%rbx), %rbx
  .globl hagstone_read_modify_write
hagstone_read_modify_write:
  addl $1, (%rdx)
  .globl hagstone_store_other
hagstone_store_other:
  mov %rcx, (%r10)
  .globl hagstone_load_word
hagstone_load_word:
  mov (%r11), %r12
  .globl hagstone_load_vector
hagstone_load_vector:
  vmovups (%r8), %ymm0
  .globl hagstone_gather
hagstone_gather:
  vpgatherdd %xmm1, (%r9,%xmm2,4), %xmm3
  .globl hagstone_copy_string
hagstone_copy_string:
  rep movsq
  .globl hagstone_no_access
hagstone_no_access:
  lea 8(%rax), %rax
  .globl hagstone_push
hagstone_push:
  push %rbp
  .globl hagstone_return
hagstone_return:
  ret
  .cfi_endproc
  .size hagstone_sampled_code, . - hagstone_sampled_code
  .globl hagstone_other_function
  .type hagstone_other_function, @function
hagstone_other_function:
  .cfi_startproc
  mov (%rdi), %rax
  ret
  .cfi_endproc
  .size hagstone_other_function, . - hagstone_other_function
# void hagstone_store_to_pages(uint64_t *first, uint64_t pages): one store to each page. A page fault is reported at its
# instruction, which is not marked exact; the one before looks the same.
  .globl hagstone_store_to_pages
  .type hagstone_store_to_pages, @function
hagstone_store_to_pages:
  .cfi_startproc
  jmp 2f
  .globl hagstone_store_before
hagstone_store_before:
  mov %rsi, (%rdi)
2:
  mov %rsi, (%rdi)
  add $4096, %rdi
  dec %rsi
  jnz 2b
  ret
  .cfi_endproc
  .size hagstone_store_to_pages, . - hagstone_store_to_pages
# void hagstone_fault_on_pages(uint64_t *first, uint64_t pages): stores to three of four pages and loads from one. A
# fault comes before its access, so what is sampled is the store before it, which never runs, and the faulting
# instruction is the next access to its bytes.
  .globl hagstone_fault_on_pages
  .type hagstone_fault_on_pages, @function
hagstone_fault_on_pages:
  .cfi_startproc
1:
  test $3, %sil
  jz 4f
  jmp 2f
  mov %rsi, (%rdi)
2:
  mov %rsi, (%rdi)
  jmp 5f
  mov %rsi, (%rdi)
4:
  mov (%rdi), %rax
5:
  add $4096, %rdi
  dec %rsi
  jnz 1b
  ret
  .cfi_endproc
  .size hagstone_fault_on_pages, . - hagstone_fault_on_pages
  .section .note.GNU-stack,"",@progbits
