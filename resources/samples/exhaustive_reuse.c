/* SPDX-License-Identifier: MIT
 *
 * Reuse distances counted to the access. Each scene is one piece of assembly whose accesses have labels of their own and
 * nothing between them, so that the ground truth is the same whatever the optimiser does with the rest. Every round has memory
 * that nothing was accessed of before.
 *
 * True answer, all pairs among the labels: earlier access, later access, granularity, time distance, stack distance,
 * locations reused. N is the number of rounds. Distances are in accesses and in locations of the granularity; an access of
 * 8 bytes is one access to 8 bytes, one word and one line. A system call is called by its name.
 *
 *   reuse-distance used_once     used_again     byte   1   0   8*N
 *   reuse-distance used_once     used_again     word   1   0   N      immediate: 1 in time, none in stack
 *   reuse-distance used_once     used_again     line   1   0   N
 *   reuse-distance first_b       second_b       byte   2   8   8*N    a b c b a of RDX, a line each
 *   reuse-distance first_b       second_b       word   2   1   N
 *   reuse-distance first_b       second_b       line   2   1   N
 *   reuse-distance first_a       second_a       byte   4   16  8*N
 *   reuse-distance first_a       second_a       word   4   2   N      b, twice, is one location
 *   reuse-distance first_a       second_a       line   4   2   N
 *   reuse-distance left_word     left_again     byte   2   8   8*N
 *   reuse-distance left_word     left_again     word   2   1   N
 *   reuse-distance left_word     right_word     line   1   0   N      two words of one line
 *   reuse-distance right_word    left_again     line   1   0   N
 *   reuse-distance half_stored   whole_loaded   byte   1   0   4*N    the other half is accessed for the first time
 *   reuse-distance half_stored   whole_loaded   word   1   0   N
 *   reuse-distance half_stored   whole_loaded   line   1   0   N
 *   reuse-distance lower_line    across_lines   byte   2   4   4*N    8 bytes, 4 of each line
 *   reuse-distance lower_line    across_lines   word   2   1   N
 *   reuse-distance lower_line    across_lines   line   2   1   N
 *   reuse-distance upper_line    across_lines   byte   1   0   4*N
 *   reuse-distance upper_line    across_lines   word   1   0   N
 *   reuse-distance upper_line    across_lines   line   1   0   N
 *   reuse-distance add           add            byte   1   0   8*N    a load, then a store
 *   reuse-distance add           add            word   1   0   N
 *   reuse-distance add           add            line   1   0   N
 *   reuse-distance add           lanes          byte   1   0   8*N    the sixteen bytes of a vector are one access
 *   reuse-distance add           lanes          word   1   0   N
 *   reuse-distance add           lanes          line   1   0   N
 *   reuse-distance string        string         line   1   0   7*N    an access for each iteration
 *   reuse-distance string        after_string   byte   8   56  8*N
 *   reuse-distance string        after_string   word   8   7   N
 *   reuse-distance string        after_string   line   1   0   N
 *   reuse-distance before_write  write          byte   1   0   8*N    write(2) reads it
 *   reuse-distance before_write  write          word   1   0   N
 *   reuse-distance before_write  write          line   1   0   N
 *   reuse-distance write         after_write    byte   1   0   8*N
 *   reuse-distance write         after_write    word   1   0   N
 *   reuse-distance write         after_write    line   1   0   N
 *
 * No pair: in_block (a heap block that is freed in every round).
 *
 * Usage: exhaustive_reuse [ROUNDS], 1000 by default */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LINE_BYTES = 64, LINES = 3, SCENES = 8 };

#define AT(name) "\n.globl at_" #name "\nat_" #name ":\n\t"
/* A function whose accesses to memory are those of its instructions; `address` is in rdi. */
#define SCENE(name, instructions)                                                                                     \
  __attribute__((noipa)) static void name(const void *address) {                                                      \
    __asm__ volatile(instructions : "+D"(address) : : "memory", "cc", "rax", "rcx", "xmm0");                          \
  }

SCENE(immediate, AT(used_once) "movq (%%rdi), %%rax" AT(used_again) "movq (%%rdi), %%rax")
SCENE(three_lines, AT(first_a) "movq (%%rdi), %%rax" AT(first_b) "movq 64(%%rdi), %%rax" AT(c) "movq %%rax, 128(%%rdi)"
                   AT(second_b) "movq %%rax, 64(%%rdi)" AT(second_a) "movq %%rax, (%%rdi)")
SCENE(one_line, AT(left_word) "movq %%rax, (%%rdi)" AT(right_word) "movq 8(%%rdi), %%rax" AT(left_again) "movq (%%rdi), %%rax")
SCENE(part, AT(half_stored) "movl %%eax, (%%rdi)" AT(whole_loaded) "movq (%%rdi), %%rax")
SCENE(boundary, AT(lower_line) "movl 60(%%rdi), %%eax" AT(upper_line) "movl 64(%%rdi), %%eax" AT(across_lines) "movq 60(%%rdi), %%rax")
SCENE(vector, AT(add) "addq $1, (%%rdi)" AT(lanes) "movups (%%rdi), %%xmm0")
SCENE(string_store, "movl $8, %%ecx" AT(string) "rep stosq" AT(after_string) "movq -64(%%rdi), %%rax")
SCENE(in_heap, AT(in_block) "movq (%%rdi), %%rax")

__attribute__((noipa)) static void written(const void *address, long file) {
  long result = SYS_write;
  __asm__ volatile(AT(before_write) "movq %%rdx, (%%rsi)\n\tsyscall" AT(after_write) "movq (%%rsi), %%rcx"
                   : "+a"(result) : "D"(file), "S"(address), "d"(8L) : "memory", "cc", "rcx", "r11");
}

int main(int count, char **arguments) {
  const long rounds = count > 1 ? strtol(arguments[1], 0, 10) : 1000;
  const int sink = open("/dev/null", O_WRONLY);
  char *const memory = aligned_alloc(LINE_BYTES, (size_t)rounds * SCENES * LINES * LINE_BYTES);
  if (sink < 0 || !memory) return 1;
  const char *next = memory;
  for (long round = 0; round < rounds; round++) {
    static void (*const scenes[])(const void *) = {immediate, three_lines, one_line, part, boundary, vector, string_store};
    for (unsigned i = 0; i < sizeof scenes / sizeof *scenes; i++, next += LINES * LINE_BYTES) scenes[i](next);
    written(next, sink);
    next += LINES * LINE_BYTES;
    void *const block = malloc(LINE_BYTES);
    if (!block) return 1;
    in_heap(block);
    free(block);
  }
  free(memory);
  return 0;
}
