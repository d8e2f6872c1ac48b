/* SPDX-License-Identifier: MIT
 *
 * Marks for Hagstone in a program's own code: have an array or the registers inspected for equal values, name a region
 * of the run, pause and resume what is collected. Header only; nothing to link. A mark costs about twenty instructions
 * and one load while the program is not profiled, and does nothing then. The same marks serve both engines:
 *
 *                              exhaustive engine       samplers
 *   hagstone_inspect_...       yes                     ignored
 *   hagstone_region_...        yes                     yes
 *   hagstone_stop/start_...    yes                     yes
 *
 * C99, C++98 and later, gcc and clang, Linux on x86-64; elsewhere marks are empty. For other languages define
 * HAGSTONE_EXTERNAL in one C file before including this header: the functions then have external linkage there.
 * docs/markers.md has examples in C, C++, Fortran and Rust. */
#ifndef HAGSTONE_H
#define HAGSTONE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The type of an array's elements: how they are shown, and whether they can be compared approximately. */
enum hagstone_value_type {
  HAGSTONE_BYTES = 0,    /* anything, shown in hexadecimal */
  HAGSTONE_SIGNED = 1,
  HAGSTONE_UNSIGNED = 2,
  HAGSTONE_FLOAT = 3,    /* float, double, or long double (10 bytes count of it) by the size of the element */
  HAGSTONE_POINTER = 4
};

enum hagstone_exactness {
  HAGSTONE_EXACT = 0,      /* two elements are equal if all their bytes are */
  HAGSTONE_APPROXIMATE = 1 /* HAGSTONE_FLOAT only: within the tolerance of the recording (1 % unless said otherwise) */
};

/* The data of a mark: its number and up to five values. */
enum hagstone_mark_number {
  HAGSTONE_MARK_ARRAY = 0x48530001, /* base, bytes of an element, stride, count (0: whole object), type | exactness << 8 */
  HAGSTONE_MARK_REGISTERS = 0x48530002, /* 0, bytes of an element, 0, 0, type | exactness << 8 */
  HAGSTONE_MARK_REGION_BEGIN = 0x48530003, /* name */
  HAGSTONE_MARK_REGION_END = 0x48530004, /* name */
  HAGSTONE_MARK_START = 0x48530005,
  HAGSTONE_MARK_STOP = 0x48530006
};

#if defined(HAGSTONE_EXTERNAL)
#define HAGSTONE_FUNCTION
#elif defined(__GNUC__)
#define HAGSTONE_FUNCTION static __inline__ __attribute__((always_inline, unused))
#else
#define HAGSTONE_FUNCTION static
#endif

#if defined(__GNUC__) && defined(__x86_64__) && defined(__LP64__) && defined(__linux__)
/* The rotations add up to two whole turns; Valgrind knows them as a request to its tool and a processor changes nothing.
 * The sampler's agent, where it is loaded, defines hagstone_agent_mark; otherwise the address of a weak symbol is 0. It is
 * read from the global offset table whatever the compiler's model, so that no linker takes it for a function here. */
HAGSTONE_FUNCTION void hagstone_mark(unsigned long number, unsigned long first, unsigned long second, unsigned long third,
                                     unsigned long fourth, unsigned long fifth) {
  volatile unsigned long mark[6];
  unsigned long answer = 0;
  void (*agent)(volatile unsigned long *);
  mark[0] = number;
  mark[1] = first;
  mark[2] = second;
  mark[3] = third;
  mark[4] = fourth;
  mark[5] = fifth;
  __asm__ __volatile__("rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
                       : "+d"(answer)
                       : "a"(mark)
                       : "cc", "memory");
  __asm__ __volatile__(".weak hagstone_agent_mark\n\tmovq hagstone_agent_mark@GOTPCREL(%%rip), %0" : "=r"(agent));
  if (agent) agent(mark);
}
#else
HAGSTONE_FUNCTION void hagstone_mark(unsigned long number, unsigned long first, unsigned long second, unsigned long third,
                                     unsigned long fourth, unsigned long fifth) {
  (void)number, (void)first, (void)second, (void)third, (void)fourth, (void)fifth;
}
#endif

/* Compares all elements of an array with each other: at `base`, and every `stride_bytes` from there (0: one after the
 * other; may be negative), `count` of them. Best after they have all been set. */
HAGSTONE_FUNCTION void hagstone_inspect_array(const void *base, size_t element_bytes, ptrdiff_t stride_bytes, size_t count,
                                              enum hagstone_value_type type, enum hagstone_exactness exactness) {
  if (count) {
    hagstone_mark(HAGSTONE_MARK_ARRAY, (unsigned long)base, (unsigned long)element_bytes, (unsigned long)stride_bytes,
                  (unsigned long)count, (unsigned long)type | (unsigned long)exactness << 8);
  }
}

/* The same from `base` to the end of the static variable, heap block or mapping that it is in. */
HAGSTONE_FUNCTION void hagstone_inspect_object(const void *base, size_t element_bytes, enum hagstone_value_type type,
                                               enum hagstone_exactness exactness) {
  hagstone_mark(HAGSTONE_MARK_ARRAY, (unsigned long)base, (unsigned long)element_bytes, 0, 0,
                (unsigned long)type | (unsigned long)exactness << 8);
}

/* Compares the general registers with each other, those of the x87 that are in use (always approximately), and those of
 * SSE and AVX: their elements of the size and type given (1, 2, 4, 8 or 16 bytes, HAGSTONE_FLOAT: 4 or 8), or with
 * HAGSTONE_BYTES each as a whole. */
HAGSTONE_FUNCTION void hagstone_inspect_registers(size_t element_bytes, enum hagstone_value_type type,
                                                  enum hagstone_exactness exactness) {
  hagstone_mark(HAGSTONE_MARK_REGISTERS, 0, (unsigned long)element_bytes, 0, 0,
                (unsigned long)type | (unsigned long)exactness << 8);
}

/* Work of the calling thread until the end is shown below "region NAME". Regions nest; the end of one ends those begun
 * inside it too, and without a beginning does nothing. A name has up to 255 bytes of UTF-8. */
HAGSTONE_FUNCTION void hagstone_region_begin(const char *name) {
  hagstone_mark(HAGSTONE_MARK_REGION_BEGIN, (unsigned long)name, 0, 0, 0, 0);
}
HAGSTONE_FUNCTION void hagstone_region_end(const char *name) {
  hagstone_mark(HAGSTONE_MARK_REGION_END, (unsigned long)name, 0, 0, 0, 0);
}

/* Collection continues from the start of the program until it is stopped, in all threads of the process. */
HAGSTONE_FUNCTION void hagstone_stop_collection(void) { hagstone_mark(HAGSTONE_MARK_STOP, 0, 0, 0, 0, 0); }
HAGSTONE_FUNCTION void hagstone_start_collection(void) { hagstone_mark(HAGSTONE_MARK_START, 0, 0, 0, 0, 0); }

#undef HAGSTONE_FUNCTION

#ifdef __cplusplus
}
#endif

#endif
