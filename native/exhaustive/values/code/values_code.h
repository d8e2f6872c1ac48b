/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The code that value profiles put into translations. */
#ifndef HAGSTONE_VALUES_CODE_H
#define HAGSTONE_VALUES_CODE_H

struct hagstone_code_hooks;
struct hagstone_instruction_hooks;
extern const struct hagstone_code_hooks hagstone_values_code;
extern const struct hagstone_instruction_hooks hagstone_values_instructions;

#endif
