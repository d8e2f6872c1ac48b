# One function with two names.
  .text
  .globl first_name, second_name
  .type first_name, @function
  .type second_name, @function
first_name:
second_name:
  ret
  .size first_name, . - first_name
  .size second_name, . - second_name
  .section .note.GNU-stack, "", @progbits
