/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What translated code calls for register writes. `registers` is Valgrind's state of the thread that runs; `before` is
 * the value before the instruction, in words. */
#ifndef HAGSTONE_REGISTER_CHECKS_H
#define HAGSTONE_REGISTER_CHECKS_H

#include "pub_tool_basics.h"

#include "register_pairs.h"

/* Fast code: a value that may be what was there, in a register of the files general, vector and MMX; */
void hagstone_check_register_1(struct hagstone_written_register *written, void *registers, ULong before);
void hagstone_check_register_2(struct hagstone_written_register *written, void *registers, ULong before_0,
                               ULong before_1);
void hagstone_check_register_4(struct hagstone_written_register *written, void *registers, ULong before_0,
                               ULong before_1, ULong before_2, ULong before_3);
/* of the x87, at place `x87` of the register file. */
void hagstone_check_x87(struct hagstone_written_register *written, void *registers, ULong before, ULong after,
                        ULong x87);
/* Fast code: a write to one or two bytes of a general register. */
void hagstone_write_register_part(const struct hagstone_written_register *written, void *registers,
                                  hagstone_place writer);

/* Plain version, before and after the instruction. `x87_value` and `x87`: of an x87 register. */
void hagstone_tell_register_before(const struct hagstone_written_register *written, const void *registers,
                                   ULong x87_value);
void hagstone_tell_register_after(struct hagstone_written_register *written, const void *registers, ULong x87_value,
                                  ULong x87);

#endif
