/* SPDX-License-Identifier: MIT
 *
 * Loads of what the same data object gave before, counted to the byte. Each load is one instruction under a label of its
 * own, written in assembly, so that the ground truth is the same whatever the optimiser does with the rest. Every scene runs
 * ROUNDS times on an object of its own.
 *
 * True answer, all pairs among the labels: tool, earlier load, later load, bytes, later loads. N is the number of rounds.
 *
 *   spatial-loads one_place      other_place    8*N      N        the same value elsewhere in the object
 *   spatial-loads other_place    one_place      8*(N-1)  N-1
 *   spatial-loads same_place     same_place     8*(N-1)  N-1
 *   spatial-loads in_first       in_first       8*(N-1)  N-1      two objects with the same value do not mix
 *   spatial-loads in_second      in_second      8*(N-1)  N-1
 *   spatial-loads near_element   next_element   8*N      N        0.4 % apart, tolerance 1 %
 *   spatial-loads next_element   near_element   8*(N-1)  N-1
 *   spatial-loads lanes          more_lanes     16*N     N        every element within tolerance
 *   spatial-loads more_lanes     lanes          16*(N-1) N-1
 *   spatial-loads in_block       later_in_block 8*N      N        of each block afresh: free ends it
 *   spatial-loads in_mapping     later_in_mapping 8*N    N
 *   spatial-loads later_in_mapping in_mapping 8*(N-1)    N-1
 *
 * No pair: another_value (1 and 2 by turns), eight_bytes and four_bytes (the same number in another length), far_element
 * (5 % apart), a_lane_differs (one element of four), on_stack (no object), in_one_of_two (blocks of one malloc, each
 * loaded once while the one before is still there), mapped_anew (munmap ends it).
 *
 * True answer, all bytes loaded from each object, those of them that were redundant, and those that were approximately so.
 * Heap blocks and mappings are called by their size, which only one call asks for.
 *
 *   object sevens        16*N  16*N-8  0
 *   object alone         8*N   8*N-8   0
 *   object changing      16*N  0       0
 *   object first         8*N   8*N-8   0
 *   object second        8*N   8*N-8   0
 *   object lengths       12*N  0       0
 *   object near          16*N  0       16*N-8
 *   object far           16*N  0       0
 *   object fours         32*N  0       32*N-16
 *   object other_fours   32*N  0       0
 *   object heap_77       16*N  8*N     0
 *   object heap_55       8*N   0       0
 *   object mapping_94208 16*N  16*N-8  0
 *   object mapping_118784 8*N  0       0
 *
 * Usage: exhaustive_objects [ROUNDS], 1000 by default */
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096, WORDS_OF_PAGE = PAGE / 8 };

/* A function that makes one load, at the label of its name. */
#define LOAD(name, instruction)                                                                                 \
  __attribute__((noipa)) static void name(const void *address) {                                                \
    __asm__ volatile("\n.globl at_" #name "\nat_" #name ":\n\t" instruction                                     \
                     : : "D"(address) : "memory", "rax", "xmm0");                                               \
  }

LOAD(one_place, "movq (%%rdi), %%rax")
LOAD(other_place, "movq (%%rdi), %%rax")
LOAD(same_place, "movq (%%rdi), %%rax")
LOAD(another_value, "movq (%%rdi), %%rax")
LOAD(in_first, "movq (%%rdi), %%rax")
LOAD(in_second, "movq (%%rdi), %%rax")
LOAD(eight_bytes, "movq (%%rdi), %%rax")
LOAD(four_bytes, "movl (%%rdi), %%eax")
LOAD(near_element, "movsd (%%rdi), %%xmm0")
LOAD(next_element, "movsd (%%rdi), %%xmm0")
LOAD(far_element, "movsd (%%rdi), %%xmm0")
LOAD(lanes, "movups (%%rdi), %%xmm0")
LOAD(more_lanes, "movups (%%rdi), %%xmm0")
LOAD(a_lane_differs, "movups (%%rdi), %%xmm0")
LOAD(in_block, "movq (%%rdi), %%rax")
LOAD(later_in_block, "movq (%%rdi), %%rax")
LOAD(in_one_of_two, "movq (%%rdi), %%rax")
LOAD(in_mapping, "movq (%%rdi), %%rax")
LOAD(later_in_mapping, "movq (%%rdi), %%rax")
LOAD(mapped_anew, "movq (%%rdi), %%rax")
LOAD(on_stack, "movq (%%rdi), %%rax")

static uint64_t sevens[16] = {7, 7, 7, 7, 7, 7, 7, 7, 7}, alone[16] = {7}, changing[16] = {1, 2}, first[16] = {7}, second[16] = {7},
                lengths[16] = {7, 7};
static double near[16] = {1, 1.004}, far[16] = {1, 1.05};
static float fours[32] = {1, 2, 3, 4, 1.004f, 2.008f, 3.012f, 4.016f}, other_fours[32] = {1, 2, 3, 4, 1, 2, 3, 5};

static uint64_t *mapped(int pages) {
  void *const mapping = mmap(0, (size_t)pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return mapping == MAP_FAILED ? 0 : mapping;
}

int main(int count, char **arguments) {
  const long rounds = count > 1 ? strtol(arguments[1], 0, 10) : 1000;
  uint64_t local[2] = {7, 7}, *older = 0;
  uint64_t *const lasting = mapped(23);
  if (!lasting) return 1;
  lasting[0] = 7;
  lasting[6 * WORDS_OF_PAGE] = 7;
  for (long round = 0; round < rounds; round++) {
    one_place(&sevens[0]);
    other_place(&sevens[8]);
    same_place(alone);
    another_value(&changing[0]);
    another_value(&changing[1]);
    in_first(first);
    in_second(second);
    eight_bytes(&lengths[0]);
    four_bytes(&lengths[1]);
    near_element(&near[0]);
    next_element(&near[1]);
    far_element(&far[0]);
    far_element(&far[1]);
    lanes(&fours[0]);
    more_lanes(&fours[4]);
    a_lane_differs(&other_fours[0]);
    a_lane_differs(&other_fours[4]);
    uint64_t *block = malloc(77);
    if (!block) return 1;
    block[0] = 7;
    block[1] = 7;
    in_block(&block[0]);
    later_in_block(&block[1]);
    free(block);
    uint64_t *const newer = malloc(55);
    if (!newer) return 1;
    *newer = 7;
    in_one_of_two(newer);
    free(older);
    older = newer;
    in_mapping(lasting);
    later_in_mapping(&lasting[6 * WORDS_OF_PAGE]);
    uint64_t *const fresh = mapped(29);
    if (!fresh) return 1;
    *fresh = 7;
    mapped_anew(fresh);
    munmap(fresh, 29 * PAGE);
    on_stack(&local[round % 2]);
  }
  return 0;
}
