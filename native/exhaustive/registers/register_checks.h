/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Calls of translated code for register writes, beside hagstone_count_register_batch. `registers` is Valgrind's state
 * of the thread that runs. */
#ifndef HAGSTONE_REGISTER_CHECKS_H
#define HAGSTONE_REGISTER_CHECKS_H

#include "pub_tool_basics.h"

#include "register_pairs.h"

/* Once the options are known. */
void hagstone_start_register_checks(void);

/* 1 once a write of the instruction that runs was counted as repeated, where its writes are not all in one batch; its
 * code sets it to 0. */
extern ULong hagstone_split_instruction_repeated;

/* Fast code: a possibly unchanged value in a register of the x87, at place `x87` of the register file. */
void hagstone_check_x87(struct hagstone_written_register *written, void *registers, ULong before, ULong after, ULong x87);
/* Fast code: a write to one or two bytes of a general register. */
void hagstone_write_register_part(const struct hagstone_written_register *written, void *registers, hagstone_place writer);

/* Plain version, before and after the instruction. `x87_value` and `x87`: of an x87 register. */
void hagstone_tell_register_before(const struct hagstone_written_register *written, const void *registers, ULong x87_value);
void hagstone_tell_register_after(struct hagstone_written_register *written, const void *registers, ULong x87_value,
                                  ULong x87);

#endif
