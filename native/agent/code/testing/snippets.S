# SPDX-License-Identifier: MIT
# Code for the tests to decode and to walk through, each between a name and its _end.

.macro begin name
  .globl \name
  .type \name, @function
  .p2align 6
\name:
  .cfi_startproc
.endm
.macro end name
  .cfi_endproc
  .size \name, . - \name
.endm

  .text

# Stores at known places after a conditional branch.
begin snippet_store_after_branch
  cmp $3, %edi
  jne 1f
  add $1, %eax
1:
  mov %eax, 8(%rsi)
.globl snippet_store_after_branch_done
snippet_store_after_branch_done:
  ret
end snippet_store_after_branch

# The branch depends on a value that is not followed (a bit count).
begin snippet_unknown_branch
  popcnt %rdi, %rax
  test %rax, %rax
.globl snippet_unknown_branch_jump
snippet_unknown_branch_jump:
  jz 1f
  mov %rax, (%rsi)
.globl snippet_unknown_branch_done
snippet_unknown_branch_done:
  nop
1:
  mov %rax, 16(%rsi)
.globl snippet_unknown_branch_taken
snippet_unknown_branch_taken:
  ret
end snippet_unknown_branch

# Calls one function, which stores, from two places.
begin snippet_two_calls
  call 1f
.globl snippet_two_calls_second
snippet_two_calls_second:
  call 1f
  ret
1:
  mov %eax, (%rsi)
.globl snippet_two_calls_done
snippet_two_calls_done:
  ret
end snippet_two_calls

# As longjmp does.
begin snippet_other_stack
  mov %rdi, %rsp
  jmp *%rax
end snippet_other_stack

# Learns its own address.
begin snippet_popped_call
  call 1f
1:
  pop %rax
  sub $16, %rsp
  mov %rax, (%rsi)
  ret
end snippet_popped_call

begin snippet_changed_return
  call 1f
  nop
1:
  mov %rax, (%rsp)
  ret
end snippet_changed_return

# A function that ends in a call, which returns to the start of the next one.
begin snippet_end_in_call
  nop
.globl snippet_end_in_call_call
snippet_end_in_call_call:
  call snippet_end_in_call
end snippet_end_in_call
.globl snippet_behind_call
.type snippet_behind_call, @function
snippet_behind_call:
  .cfi_startproc
  ret
end snippet_behind_call

# A loop without a store whose end is not known beforehand.
begin snippet_barren_loop
1:
  popcnt %rax, %rcx
  add %rcx, %rax
  test $1, %cl
.globl snippet_barren_loop_jump
snippet_barren_loop_jump:
  jnz 1b
  mov %rax, (%rsi)
  ret
end snippet_barren_loop

# Address registers that are not known when the walk begins; the load overwrites its own.
begin snippet_loads_only
  popcnt (%rsi), %rax
  test %rax, %rax
.globl snippet_loads_only_jump
snippet_loads_only_jump:
  jz snippet_loads_only
  jmp snippet_loads_only
end snippet_loads_only

begin snippet_unknown_address
  popcnt %rdi, %rax
.globl snippet_unknown_address_load
snippet_unknown_address_load:
  mov (%rsi,%rax,8), %rax
.globl snippet_unknown_address_store
snippet_unknown_address_store:
  mov %rdx, (%rsi,%rdi,8)
  ret
end snippet_unknown_address

# Ten iterations that are all known beforehand.
begin snippet_known_loop
  mov $10, %ecx
1:
.globl snippet_known_loop_store
snippet_known_loop_store:
  mov %ecx, (%rsi)
  add $4, %rsi
  dec %ecx
  jnz 1b
  ret
end snippet_known_loop

# A store to bytes that are loaded right before it.
begin snippet_load_then_store
  mov (%rsi), %rax
  mov %rdx, (%rsi)
.globl snippet_load_then_store_done
snippet_load_then_store_done:
  ret
end snippet_load_then_store

begin snippet_system_call
  mov $39, %eax
  syscall
  mov %rax, (%rsi)
  ret
end snippet_system_call

begin snippet_thread_local
  mov %fs:0, %rax
  ret
end snippet_thread_local

begin snippet_gather
  vpgatherdd %ymm0, (%rax,%ymm1,4), %ymm2
  ret
end snippet_gather

# A store just below what the repeated store fills: both may have touched the word below rdi.
begin snippet_store_and_fill
.globl snippet_store_and_fill_store
snippet_store_and_fill_store:
  mov %rax, -8(%rdi)
.globl snippet_store_and_fill_repeat
snippet_store_and_fill_repeat:
  rep stosq
  ret
end snippet_store_and_fill

# Bytes that are no instructions between two stores.
begin snippet_data_in_code
  jmp 1f
  .byte 0x48, 0xb8
1:
  mov %rax, (%rdi)
.globl snippet_data_in_code_done
snippet_data_in_code_done:
  ret
end snippet_data_in_code

# A load that overwrites its own address.
begin snippet_pointer_chase
  mov (%rax), %rax
.globl snippet_pointer_chase_done
snippet_pointer_chase_done:
  ret
end snippet_pointer_chase

# A read-modify-write behind an instruction whose result is not followed.
begin snippet_modify
  popcnt %rdi, %rax
.globl snippet_modify_add
snippet_modify_add:
  addl $1, (%rsi,%rax,4)
  nop
  ret
end snippet_modify

# Kinds of read-modify-write, in the order of modified_value_stepping_test.cpp.
begin snippet_modifications
  add %ecx, (%rsi)
  orl $3, (%rsi)
  incl (%rsi)
  shlb (%rsi)
  xchg %ecx, (%rsi)
  lock xadd %ecx, (%rsi)
  lock cmpxchg %ecx, (%rsi)
  adc %ecx, (%rsi)
.globl snippet_modifications_end
snippet_modifications_end:
  ret
end snippet_modifications

# Every form of memory operand, in the order of memory_access_test.cpp.
  .globl snippet_forms, snippet_forms_end
  .p2align 6
snippet_forms:
  mov 8(%rdi,%rsi,4), %eax
  mov %ax, -2(%rbx)
  addq $1, (%rdx)
  push %rax
  push (%rsp)
  pop 8(%rsp)
  pop %rcx
  call *16(%rdi)
  ret $8
  leave
  enter $16, $0
  rep movsb
  repe cmpsq
  stosl
  lodsw
  xlat
  lock cmpxchg %rcx, (%rdi)
  prefetcht0 (%rax)
  nopw 0(%rax,%rax,1)
  lea 8(%rax), %rbx
  fxsave (%rdi)
  xsave (%rdi)
  vaddpd (%rdi){1to8}, %zmm0, %zmm1
  vmovups %zmm0, (%rdi){%k1}
  vmovups %zmm0, (%rdi)
  vmaskmovps (%rdi), %ymm0, %ymm1
  vpscatterdd %zmm1, (%rax,%zmm2,4){%k1}
  bts %rax, (%rdi)
  mov %gs:8, %rax
  fldt (%rdi)
  cmpxchg16b (%rdi)
  clflush (%rdi)
  mov 16(%edi), %ecx
  mov snippet_forms(%rip), %eax
snippet_forms_end:
  nop

# Operands by what their bytes are taken for, in the order of memory_access_test.cpp.
  .globl snippet_elements, snippet_elements_end
snippet_elements:
  mov (%rdi), %rax
  movdqu (%rdi), %xmm0
  movq (%rdi), %xmm0
  paddd (%rdi), %xmm0
  cvtsi2sdl (%rdi), %xmm0
  movss (%rdi), %xmm0
  movups %xmm0, (%rdi)
  mulps (%rdi), %xmm0
  vaddps (%rdi){1to8}, %ymm0, %ymm1
  flds (%rdi)
  movsd %xmm0, (%rdi)
  movapd (%rdi), %xmm0
  vfmadd231pd (%rdi), %ymm0, %ymm1
  vmovupd %zmm0, (%rdi)
  movhpd %xmm0, (%rdi)
  cvtss2sd (%rdi), %xmm0
  fstpl (%rdi)
  fldt (%rdi)
  fstpt (%rdi)
  fildll (%rdi)
  fbld (%rdi)
snippet_elements_end:
  nop

  .section .note.GNU-stack, "", @progbits
