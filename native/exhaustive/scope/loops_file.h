/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The natural loops of the program's modules, as the launcher wrote them before the run (--loops=FILE). Text, one
 * item a line, numbers hexadecimal unless said otherwise:
 *
 *   hagstone-loops 1
 *   module BUILDID PATH      build id in hexadecimal, or "-"; the absolute path reaches to the end of the line
 *   loop HEADER PARENT       ELF virtual address of the header block; the loop around it: decimal index, from 0, of an
 *                            earlier `loop` of this module, or "-"
 *   code FIRST END LOOP      from FIRST up to but not including END the innermost loop is LOOP (decimal index);
 *                            ascending, disjoint
 *
 * The loops and code of a module follow its `module` line. */
#ifndef HAGSTONE_EXHAUSTIVE_LOOPS_FILE_H
#define HAGSTONE_EXHAUSTIVE_LOOPS_FILE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Loops are numbered over all modules, from 1; 0: none. Parents have smaller numbers than their children. */
struct hagstone_loop {
  uint64_t header; /* ELF virtual address */
  uint32_t parent; /* the loop around it */
};

struct hagstone_loop_code {
  uint64_t first;
  uint64_t end;
  uint32_t loop;
};

struct hagstone_loop_header {
  uint64_t address; /* ELF virtual address */
  uint32_t loop;
};

struct hagstone_loop_module {
  const char *path;     /* not terminated */
  uint32_t path_length;
  const char *build_id; /* in hexadecimal, not terminated */
  uint32_t build_id_length; /* in digits; 0: not known */
  const struct hagstone_loop_code *code; /* ascending */
  uint32_t code_count;
  const struct hagstone_loop_header *headers; /* ascending */
  uint32_t header_count;
};

struct hagstone_loops {
  struct hagstone_loop_module *modules;
  uint32_t module_count;
  struct hagstone_loop *loops; /* by number - 1 */
  uint32_t loop_count;
};

/* Reads the file's text, which must stay. Returns 0, or an error message, with the number of the line in `line`. */
const char *hagstone_parse_loops(const char *text, uint64_t length, struct hagstone_loops *loops, uint32_t *line);

/* The innermost loop around an ELF virtual address, 0: none. */
uint32_t hagstone_innermost_loop(const struct hagstone_loop_module *module, uint64_t address);
/* The loop that begins at the address, 0: none. */
uint32_t hagstone_loop_beginning_at(const struct hagstone_loop_module *module, uint64_t address);

#ifdef __cplusplus
}
#endif

#endif
