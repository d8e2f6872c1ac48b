/* SPDX-License-Identifier: MIT
 *
 * Redundant loads counted to the byte. Each access is one instruction under a label of its own, written in assembly, so
 * that the ground truth is the same whatever the optimiser does with the rest. Every scene runs ROUNDS times on memory of its
 * own.
 *
 * True answer, all pairs among the labels: tool, earlier load, later load, bytes, later loads; "unfinished" and "freed":
 * tool, load, bytes. N is the number of rounds. A system call is called by its name.
 *
 *   redundant-loads first          second         8*N      N        nothing changes the value
 *   redundant-loads second         first          8*(N-1)  N-1
 *   redundant-loads second         unfinished     8
 *   redundant-loads changed        unfinished     8                 another value every time
 *   redundant-loads stored_between stored_between 8*(N-1)  N-1      stores do not matter
 *   redundant-loads low_half       whole          4*N      N        one load with two earlier contexts
 *   redundant-loads high_half      whole          4*N      N
 *   redundant-loads whole          low_half       4*(N-1)  N-1
 *   redundant-loads whole          high_half      4*(N-1)  N-1
 *   redundant-loads one_byte       one_byte       N-1      N-1
 *   redundant-loads unaligned      unaligned      8*(N-1)  N-1
 *   redundant-loads byte_differs   unfinished     8                 one byte of eight changes: all or nothing
 *   redundant-loads near_double    near_double    8*(N-1)  N-1      steps of 0.4 %, tolerance 1 %
 *   redundant-loads far_double     unfinished     8                 steps of 5 %
 *   redundant-loads near_float     near_float     4*(N-1)  N-1
 *   redundant-loads up             up             8*N      N        a step of 0.98 % and one of 1.02 % in turns
 *   redundant-loads up             unfinished     8
 *   redundant-loads down           down           8*N      N        the same downwards, of a negative number
 *   redundant-loads down           unfinished     8
 *   redundant-loads float_up       float_up       4*N      N
 *   redundant-loads float_up       unfinished     4
 *   redundant-loads float_down     float_down     4*N      N
 *   redundant-loads float_down     unfinished     4
 *   redundant-loads first_of_two   first_of_two   16*N     N        two numbers, of which the first takes these steps
 *   redundant-loads first_of_two   unfinished     16
 *   redundant-loads second_of_two  second_of_two  16*N     N
 *   redundant-loads second_of_two  unfinished     16
 *   redundant-loads long_double    long_double    10*(N-1) N-1
 *   redundant-loads vector         vector         16*(N-1) N-1      every element within tolerance
 *   redundant-loads lane_differs   unfinished     16                the last of four elements is not
 *   redundant-loads wide           wide           32*(N-1) N-1      four doubles
 *   redundant-loads wide_differs   unfinished     32                the last of four doubles is not within tolerance
 *   redundant-loads masked         masked         8*(N-1)  2*(N-1)  two of four elements, an access for each
 *   redundant-loads signed_zeros   signed_zeros   8*(N-1)  N-1      0 and -0 by turns
 *   redundant-loads same_nan       same_nan       8*(N-1)  N-1
 *   redundant-loads other_nan      unfinished     8                 two by turns
 *   redundant-loads same_infinity  same_infinity  8*(N-1)  N-1
 *   redundant-loads infinities     unfinished     8                 of both signs by turns
 *   redundant-loads add_nothing    add_nothing    8*(N-1)  N-1      a load, then a store
 *   redundant-loads exchanged      exchanged      8*(N-1)  N-1      the same
 *   redundant-loads failed_swap    failed_swap    8*(N-1)  N-1      the same
 *   redundant-loads string         string         8*(N-1)  8*(N-1)  an access for each iteration
 *   redundant-loads prefetched     unfinished     0                 no access at all
 *   redundant-loads written_out    write          8*N      N        write(2) reads it
 *   redundant-loads write          written_out    8*(N-1)  N-1
 *   redundant-loads in_block       freed          8*N               malloc, load, free
 *   redundant-loads in_mapping     freed          8*N               mmap, load, munmap
 *
 * Usage: exhaustive_loads [ROUNDS], 1000 by default */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A function that makes one access, at the label of its name; no two scenes share a cache line or the stack's bytes. */
#define LOAD(name, before, instruction, after)                                                                   \
  __attribute__((noipa)) static uint64_t name(const void *address) {                                             \
    uint64_t value = 0, count = 8;                                                                               \
    __asm__ volatile(before "\n.globl at_" #name "\nat_" #name ":\n\t" instruction "\n\t" after                  \
                     : "+D"(address), "+a"(value), "+c"(count) : : "memory", "cc", "rsi", "xmm0", "st");         \
    return value;                                                                                                \
  }

LOAD(first, "", "movq (%%rdi), %%rax", "")
LOAD(second, "", "movq (%%rdi), %%rax", "")
LOAD(changed, "", "movq (%%rdi), %%rax", "")
LOAD(stored_between, "", "movq (%%rdi), %%rax", "")
LOAD(low_half, "", "movl (%%rdi), %%eax", "")
LOAD(high_half, "", "movl 4(%%rdi), %%eax", "")
LOAD(whole, "", "movq (%%rdi), %%rax", "")
LOAD(one_byte, "", "movzbl (%%rdi), %%eax", "")
LOAD(unaligned, "", "movq 61(%%rdi), %%rax", "")
LOAD(byte_differs, "", "movq (%%rdi), %%rax", "")
LOAD(near_double, "", "movsd (%%rdi), %%xmm0", "movq %%xmm0, %%rax")
LOAD(far_double, "", "movsd (%%rdi), %%xmm0", "movq %%xmm0, %%rax")
LOAD(near_float, "", "movss (%%rdi), %%xmm0", "movq %%xmm0, %%rax")
LOAD(up, "", "movsd (%%rdi), %%xmm0", "movq %%xmm0, %%rax")
LOAD(down, "", "movsd (%%rdi), %%xmm0", "movq %%xmm0, %%rax")
LOAD(float_up, "", "movss (%%rdi), %%xmm0", "movq %%xmm0, %%rax")
LOAD(float_down, "", "movss (%%rdi), %%xmm0", "movq %%xmm0, %%rax")
LOAD(first_of_two, "", "movupd (%%rdi), %%xmm0", "movq %%xmm0, %%rax")
LOAD(second_of_two, "", "movupd (%%rdi), %%xmm0", "movq %%xmm0, %%rax")
LOAD(long_double, "", "fldt (%%rdi)", "fstp %%st(0)")
LOAD(vector, "", "movups (%%rdi), %%xmm0", "movq %%xmm0, %%rax")
LOAD(lane_differs, "", "movups (%%rdi), %%xmm0", "movq %%xmm0, %%rax")
LOAD(wide, "", "vmovupd (%%rdi), %%ymm0", "movq %%xmm0, %%rax")
LOAD(wide_differs, "", "vmovupd (%%rdi), %%ymm0", "movq %%xmm0, %%rax")
/* The mask has the second and the fourth element. */
LOAD(masked, "pcmpeqd %%xmm0, %%xmm0; psllq $63, %%xmm0", "vmaskmovps (%%rdi), %%xmm0, %%xmm0", "movq %%xmm0, %%rax")
LOAD(signed_zeros, "", "movsd (%%rdi), %%xmm0", "movq %%xmm0, %%rax")
LOAD(same_nan, "", "movsd (%%rdi), %%xmm0", "movq %%xmm0, %%rax")
LOAD(other_nan, "", "movsd (%%rdi), %%xmm0", "movq %%xmm0, %%rax")
LOAD(same_infinity, "", "movsd (%%rdi), %%xmm0", "movq %%xmm0, %%rax")
LOAD(infinities, "", "movsd (%%rdi), %%xmm0", "movq %%xmm0, %%rax")
LOAD(add_nothing, "", "addq $0, (%%rdi)", "")
LOAD(exchanged, "", "xchgq %%rax, (%%rdi)", "")
LOAD(failed_swap, "movl $5, %%eax", "lock cmpxchgq %%rcx, (%%rdi)", "")
LOAD(string, "movq %%rdi, %%rsi; addq $64, %%rdi", "rep movsb", "")
LOAD(prefetched, "", "prefetcht0 (%%rdi)", "")
LOAD(written_out, "", "movq (%%rdi), %%rax", "")
LOAD(in_block, "", "movq (%%rdi), %%rax", "")
LOAD(in_mapping, "", "movq (%%rdi), %%rax", "")

static struct { _Alignas(128) unsigned char bytes[128]; } scenes[40];

static void *scene(int number) { return scenes[number].bytes; }

/* Out of sight of the optimiser, so that nothing but the labels loads from a scene. */
__attribute__((noipa)) static void set(void *to, const void *from, size_t bytes) { memcpy(to, from, bytes); }

/* A value, and one 0.98 % away; the next round's first is 1.02 % away from that. */
static void step(void) {
  static double rising = 1, falling = -1;
  static float rising_float = 1, falling_float = -1;
  for (int i = 0; i < 2; i++) {
    const double first_rises[2] = {rising, 1}, second_falls[2] = {1, falling};
    set(scene(17), &rising, 8);
    up(scene(17));
    set(scene(18), &falling, 8);
    down(scene(18));
    set(scene(19), &rising_float, 4);
    float_up(scene(19));
    set(scene(20), &falling_float, 4);
    float_down(scene(20));
    set(scene(21), first_rises, 16);
    first_of_two(scene(21));
    set(scene(22), second_falls, 16);
    second_of_two(scene(22));
    rising *= i ? 1.0102 : 1.0098;
    falling *= i ? 0.9898 : 0.9902;
    rising_float *= i ? 1.0102f : 1.0098f;
    falling_float *= i ? 0.9898f : 0.9902f;
  }
}

static void vectors(long round) {
  const double close_elements[] = {1, 2, 3, round % 2 ? 4 : 4.02}, elements[] = {1, 2, 3, round % 2 ? 4 : 5};
  set(scene(23), close_elements, 32);
  wide(scene(23));
  set(scene(24), elements, 32);
  wide_differs(scene(24));
  masked(scene(25));
}

static void special_values(long round) {
  static const double zeros[] = {0.0, -0.0};
  static const uint64_t nans[] = {0x7ff8000000000000, 0x7ff8000000000001}, infinite[] = {0x7ff0000000000000, 0xfff0000000000000};
  set(scene(26), &zeros[round % 2], 8);
  signed_zeros(scene(26));
  set(scene(27), &nans[0], 8);
  same_nan(scene(27));
  set(scene(28), &nans[round % 2], 8);
  other_nan(scene(28));
  set(scene(29), &infinite[0], 8);
  same_infinity(scene(29));
  set(scene(30), &infinite[round % 2], 8);
  infinities(scene(30));
}

int main(int count, char **arguments) {
  const long rounds = count > 1 ? strtol(arguments[1], 0, 10) : 1000;
  const int sink = open("/dev/null", O_WRONLY);
  double near = 1, far = 1;
  float near_single = 1, lanes[4] = {1, 1, 1, 1}, one_lane[4] = {1, 1, 1, 1};
  long double extended = 1;
  for (long round = 0; round < rounds; round++) {
    const uint64_t seven = 7, number = (uint64_t)round;
    const unsigned char low = (unsigned char)round;
    first(scene(0));
    second(scene(0));
    set(scene(1), &number, 8);
    changed(scene(1));
    set(scene(2), &number, 8);
    set(scene(2), &seven, 8);
    stored_between(scene(2));
    low_half(scene(3));
    high_half(scene(3));
    whole(scene(3));
    one_byte(scene(4));
    unaligned(scene(5));
    set((char *)scene(6) + 5, &low, 1);
    byte_differs(scene(6));
    set(scene(7), &near, 8);
    near_double(scene(7));
    near *= 1.004;
    set(scene(8), &far, 8);
    far_double(scene(8));
    far *= round % 2 ? 1.05 : 1 / 1.05;
    set(scene(9), &near_single, 4);
    near_float(scene(9));
    near_single *= 1.004f;
    step();
    set(scene(10), &extended, 10);
    long_double(scene(10));
    extended *= 1.004L;
    set(scene(11), lanes, 16);
    vector(scene(11));
    for (int i = 0; i < 4; i++) lanes[i] *= 1.004f;
    set(scene(12), one_lane, 16);
    lane_differs(scene(12));
    one_lane[3] = round % 2 ? 1 : 2;
    vectors(round);
    special_values(round);
    add_nothing(scene(13));
    exchanged(scene(31));
    failed_swap(scene(32));
    string(scene(14));
    prefetched(scene(15));
    written_out(scene(16));
    if (write(sink, scene(16), 8) != 8) return 1;
    void *block = malloc(8);
    if (!block) return 1;
    set(block, &seven, 8);
    in_block(block);
    free(block);
    void *const mapping = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) return 1;
    in_mapping(mapping);
    munmap(mapping, 4096);
  }
  return 0;
}
