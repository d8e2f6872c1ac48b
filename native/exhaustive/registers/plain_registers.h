/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The plain version of the tool registers (--generic=yes): called for each register write, it knows the writer of
 * each byte of each thread's registers. The fast code must find the same. */
#ifndef HAGSTONE_PLAIN_REGISTERS_H
#define HAGSTONE_PLAIN_REGISTERS_H

#include "register_pairs.h"

/* The register's content before the instruction, then after it. `value`: the value's bytes; for the x87, which Valgrind
   keeps in 64 bits, a double. `x87`: place in the register file of the files X87 and MMX.
 * The second returns 1 if a pair was counted: the instruction repeats. */
void hagstone_register_was(const struct hagstone_written_register *written, const void *value);
int hagstone_register_is(struct hagstone_written_register *written, const void *value, uint32_t x87,
                         hagstone_calling_context context, uint32_t thread);
/* The kernel wrote a general register. */
void hagstone_kernel_wrote_register(uint32_t number, hagstone_place writer, uint32_t thread);

/* The registers have no writers. */
void hagstone_forget_writers_of_thread(uint32_t thread);
void hagstone_forget_all_writers(void);

#endif
