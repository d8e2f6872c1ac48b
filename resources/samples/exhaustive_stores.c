/* SPDX-License-Identifier: MIT
 *
 * Dead and silent stores counted to the byte. Each access is one instruction under a label of its own, written in
 * assembly, so that the ground truth is the same whatever the optimiser does with the rest. Every scene runs ROUNDS times on
 * memory of its own.
 *
 * True answer, all pairs among the labels: tool, earlier access, later access, bytes, later accesses; "unfinished" and
 * "freed": tool, access, bytes. N is the number of rounds. A system call is called by its name.
 *
 *   dead-stores   overwritten    overwriting    8*N      N          the first value is not read
 *   dead-stores   overwriting    overwritten    8*(N-1)  N-1
 *   dead-stores   overwriting    unfinished     8
 *   silent-stores overwritten    unfinished     0
 *   silent-stores overwriting    unfinished     8
 *   silent-stores read_between   read_between   8*(N-1)  N-1        the load makes it used, and does not matter here
 *   silent-stores read_between   unfinished     8
 *   dead-stores   whole          piece          8*N      4*N        each byte by its own next access
 *   dead-stores   piece          whole          8*(N-1)  N-1
 *   dead-stores   half_read      half_read      4*(N-1)  N-1        the other half is loaded in between
 *   dead-stores   half_read      unfinished     4
 *   dead-stores   across_lines   across_lines   8*(N-1)  N-1        not aligned
 *   dead-stores   same           same           4*(N-1)  N-1
 *   silent-stores same           same           4*(N-1)  N-1
 *   dead-stores   other          other          4*(N-1)  N-1        another value every time
 *   dead-stores   low_part       both_parts     4*N      N
 *   dead-stores   high_part      both_parts     4*N      N
 *   dead-stores   both_parts     low_part       4*(N-1)  N-1
 *   dead-stores   both_parts     high_part      4*(N-1)  N-1
 *   silent-stores low_part       both_parts     4*N      N          one store with two earlier contexts
 *   silent-stores high_part      both_parts     4*N      N
 *   silent-stores both_parts     low_part       4*(N-1)  N-1
 *   silent-stores both_parts     high_part      4*(N-1)  N-1
 *   dead-stores   part_differs   part_differs   8*(N-1)  N-1        half of the value repeats: all or nothing
 *   dead-stores   one_byte       one_byte       N-1      N-1
 *   silent-stores one_byte       one_byte       N-1      N-1
 *   dead-stores   near_double    near_double    8*(N-1)  N-1        steps of 0.4 %, tolerance 1 %
 *   silent-stores near_double    near_double    8*(N-1)  N-1
 *   dead-stores   far_double     far_double     8*(N-1)  N-1        steps of 5 %
 *   dead-stores   near_float     near_float     4*(N-1)  N-1
 *   silent-stores near_float     near_float     4*(N-1)  N-1
 *   dead-stores   long_double    long_double    10*(N-1) N-1
 *   silent-stores long_double    long_double    10*(N-1) N-1
 *   dead-stores   vector         vector         16*(N-1) N-1
 *   silent-stores vector         vector         16*(N-1) N-1        every element within tolerance
 *   dead-stores   lane_differs   lane_differs   16*(N-1) N-1        the last of four elements is not
 *   dead-stores   wide           wide           32*(N-1) N-1        four doubles
 *   silent-stores wide           wide           32*(N-1) N-1
 *   dead-stores   wide_differs   wide_differs   32*(N-1) N-1        the last of four doubles is not within tolerance
 *   dead-stores   masked         masked         8*(N-1)  2*(N-1)    two of four elements, an access for each
 *   silent-stores masked         masked         8*(N-1)  2*(N-1)
 *   dead-stores   drift          drift          8*(N-1)  N-1        steps of half the tolerance, always upwards
 *   silent-stores drift          drift          8*(N-1)  N-1
 *   dead-stores   signed_zeros   signed_zeros   8*(N-1)  N-1        0 and -0 by turns
 *   silent-stores signed_zeros   signed_zeros   8*(N-1)  N-1
 *   dead-stores   same_nan       same_nan       8*(N-1)  N-1
 *   silent-stores same_nan       same_nan       8*(N-1)  N-1
 *   dead-stores   other_nan      other_nan      8*(N-1)  N-1        two by turns
 *   dead-stores   same_infinity  same_infinity  8*(N-1)  N-1
 *   silent-stores same_infinity  same_infinity  8*(N-1)  N-1
 *   dead-stores   infinities     infinities     8*(N-1)  N-1        of both signs by turns
 *   silent-stores add_nothing    add_nothing    8*(N-1)  N-1        a load, then a store
 *   silent-stores exchanged      exchanged      8*(N-1)  N-1        the same
 *   silent-stores failed_swap    failed_swap    8*(N-1)  N-1        stores what was there
 *   dead-stores   streaming      streaming      8*(N-1)  N-1
 *   silent-stores streaming      streaming      8*(N-1)  N-1
 *   dead-stores   string         string         8*(N-1)  8*(N-1)    an access for each iteration
 *   silent-stores string         string         8*(N-1)  8*(N-1)
 *   silent-stores written_out    written_out    8*(N-1)  N-1        write(2) reads it
 *   dead-stores   written_out    unfinished     0
 *   dead-stores   read_over      read           8*N      N          read(2) stores over it
 *   dead-stores   read           read_over      8*(N-1)  N-1
 *   dead-stores   in_block       freed          8*N                 malloc, store, free
 *   silent-stores in_block       freed          8*N
 *   dead-stores   in_mapping     freed          8*N                 mmap, store, munmap
 *   silent-stores in_mapping     freed          8*N
 *
 * Usage: exhaustive_stores [ROUNDS], 1000 by default */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* A function that makes one access, at the label of its name; no two scenes share a cache line or the stack's bytes. */
#define ACCESS(name, instruction)                                                                \
  __attribute__((noipa)) static void name(void *address, uint64_t value) {                       \
    uint64_t count = 8;                                                                          \
    __asm__ volatile(".globl at_" #name "\nat_" #name ":\n\t" instruction                        \
                     : "+D"(address), "+a"(value), "+c"(count) : : "memory", "cc");              \
  }
/* The same with the value in a register of another kind, filled from `value` first. */
#define ACCESS_AFTER(name, preparation, instruction)                                             \
  __attribute__((noipa)) static void name(void *address, const void *value) {                    \
    __asm__ volatile(preparation "\n.globl at_" #name "\nat_" #name ":\n\t" instruction          \
                     : : "D"(address), "a"(value) : "memory", "xmm0", "st");                     \
  }

ACCESS(load, "movq (%%rdi), %%rax")
ACCESS(overwritten, "movq %%rax, (%%rdi)")
ACCESS(overwriting, "movq %%rax, (%%rdi)")
ACCESS(read_between, "movq %%rax, (%%rdi)")
ACCESS(whole, "movq %%rax, (%%rdi)")
ACCESS(piece, "movw %%ax, (%%rdi)")
ACCESS(half_read, "movq %%rax, (%%rdi)")
ACCESS(load_half, "movl (%%rdi), %%ecx")
ACCESS(across_lines, "movq %%rax, (%%rdi)")
ACCESS(same, "movl %%eax, (%%rdi)")
ACCESS(other, "movl %%eax, (%%rdi)")
ACCESS(low_part, "movl %%eax, (%%rdi)")
ACCESS(high_part, "movl %%eax, (%%rdi)")
ACCESS(both_parts, "movq %%rax, (%%rdi)")
ACCESS(part_differs, "movq %%rax, (%%rdi)")
ACCESS(one_byte, "movb %%al, (%%rdi)")
ACCESS_AFTER(near_double, "movsd (%%rax), %%xmm0", "movsd %%xmm0, (%%rdi)")
ACCESS_AFTER(far_double, "movsd (%%rax), %%xmm0", "movsd %%xmm0, (%%rdi)")
ACCESS_AFTER(near_float, "movss (%%rax), %%xmm0", "movss %%xmm0, (%%rdi)")
ACCESS_AFTER(long_double, "fldt (%%rax)", "fstpt (%%rdi)")
ACCESS_AFTER(vector, "movups (%%rax), %%xmm0", "movups %%xmm0, (%%rdi)")
ACCESS_AFTER(lane_differs, "movups (%%rax), %%xmm0", "movups %%xmm0, (%%rdi)")
ACCESS_AFTER(wide, "vmovupd (%%rax), %%ymm0", "vmovupd %%ymm0, (%%rdi)")
ACCESS_AFTER(wide_differs, "vmovupd (%%rax), %%ymm0", "vmovupd %%ymm0, (%%rdi)")
/* The signs of what is stored are the mask. */
ACCESS_AFTER(masked, "movups (%%rax), %%xmm0", "vmaskmovps %%xmm0, %%xmm0, (%%rdi)")
ACCESS_AFTER(drift, "movsd (%%rax), %%xmm0", "movsd %%xmm0, (%%rdi)")
ACCESS_AFTER(signed_zeros, "movsd (%%rax), %%xmm0", "movsd %%xmm0, (%%rdi)")
ACCESS_AFTER(same_nan, "movsd (%%rax), %%xmm0", "movsd %%xmm0, (%%rdi)")
ACCESS_AFTER(other_nan, "movsd (%%rax), %%xmm0", "movsd %%xmm0, (%%rdi)")
ACCESS_AFTER(same_infinity, "movsd (%%rax), %%xmm0", "movsd %%xmm0, (%%rdi)")
ACCESS_AFTER(infinities, "movsd (%%rax), %%xmm0", "movsd %%xmm0, (%%rdi)")
ACCESS(add_nothing, "addq $0, (%%rdi)")
ACCESS(exchanged, "xchgq %%rax, (%%rdi)")
ACCESS(failed_swap, "lock cmpxchgq %%rcx, (%%rdi)")
ACCESS(streaming, "movnti %%rax, (%%rdi)")
ACCESS(string, "rep stosb")
ACCESS(written_out, "movq %%rax, (%%rdi)")
ACCESS(read_over, "movq %%rax, (%%rdi)")
ACCESS(in_block, "movq %%rax, (%%rdi)")
ACCESS(in_mapping, "movq %%rax, (%%rdi)")

static struct { _Alignas(128) unsigned char bytes[128]; } scenes[32];

static void *scene(int number) { return scenes[number].bytes; }
static void *part(int number, int offset) { return scenes[number].bytes + offset; }

static void integers(uint64_t round) {
  overwritten(scene(0), 1);
  overwriting(scene(0), 2);
  read_between(scene(1), 7);
  load(scene(1), 0);
  whole(scene(2), UINT64_MAX);
  for (int i = 0; i < 8; i += 2) piece(part(2, i), 0);
  half_read(scene(3), round);
  load_half(scene(3), 0);
  across_lines(part(4, 61), round);
  same(scene(5), 7);
  other(scene(6), round);
  low_part(scene(7), 1);
  high_part(part(7, 4), 2);
  both_parts(scene(7), UINT64_C(2) << 32 | 1);
  part_differs(scene(8), round << 32 | 1);
  one_byte(part(9, 3), 7);
  add_nothing(scene(10), 0);
  streaming(scene(11), 7);
  string(scene(12), 7);
  exchanged(scene(21), 7);
  failed_swap(scene(22), 5);
}

static void floating_point(uint64_t round) {
  const double close = round % 2 ? 100 : 100.4, distant = round % 2 ? 100 : 105;
  const float close_float = round % 2 ? 100 : 100.4f;
  const long double close_long = round % 2 ? 100 : 100.4L;
  const float close_elements[] = {1, round % 2 ? 2 : 2.01f, 3, 4}, elements[] = {1, 2, 3, round % 2 ? 4 : 5};
  near_double(scene(13), &close);
  far_double(scene(14), &distant);
  near_float(scene(15), &close_float);
  long_double(scene(16), &close_long);
  vector(scene(17), close_elements);
  lane_differs(scene(18), elements);
}

static void vectors(uint64_t round) {
  const double close_elements[] = {1, 2, 3, round % 2 ? 4 : 4.02}, elements[] = {1, 2, 3, round % 2 ? 4 : 5};
  const float signs[] = {-1, 2, -3, 4};
  wide(scene(23), close_elements);
  wide_differs(scene(24), elements);
  masked(scene(25), signs);
}

static void special_values(uint64_t round) {
  static double rising = 1;
  static const double zeros[] = {0.0, -0.0};
  static const uint64_t nans[] = {0x7ff8000000000000, 0x7ff8000000000001}, infinite[] = {0x7ff0000000000000, 0xfff0000000000000};
  drift(scene(26), &rising);
  rising *= 1.005;
  signed_zeros(scene(27), &zeros[round % 2]);
  same_nan(scene(28), &nans[0]);
  other_nan(scene(29), &nans[round % 2]);
  same_infinity(scene(30), &infinite[0]);
  infinities(scene(31), &infinite[round % 2]);
}

static int system_calls(int zeros, int nothing, uint64_t round) {
  written_out(scene(19), 7);
  read_over(scene(20), round + 1);
  return write(nothing, scene(19), 8) == 8 && read(zeros, scene(20), 8) == 8;
}

int main(int count, char **arguments) {
  const uint64_t rounds = count > 1 ? strtoull(arguments[1], 0, 10) : 1000;
  const int zeros = open("/dev/zero", O_RDONLY), nothing = open("/dev/null", O_WRONLY);
  for (uint64_t round = 0; round < rounds; round++) {
    integers(round);
    floating_point(round);
    vectors(round);
    special_values(round);
    if (!system_calls(zeros, nothing, round)) return 1;
    /* Behind what the allocator keeps in a freed block. */
    char *block = malloc(128);
    if (!block) return 1;
    in_block(block + 64, round);
    free(block);
    char *const mapping = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) return 1;
    in_mapping(mapping, round);
    munmap(mapping, 4096);
  }
  printf("%llu rounds\n", (unsigned long long)rounds);
  return 0;
}
