/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The kernel hands each program 16 random bytes (AT_RANDOM of getauxval(3)), of which the C library makes the stack
 * protector's canary and the key of mangled pointers. With them two runs of one program load different values, and bytes
 * that are equal by chance are redundant loads in the one and not in the other. So it is with what getrandom(2) gives it to
 * mark freed blocks with. */
#ifndef HAGSTONE_RANDOM_BYTES_H
#define HAGSTONE_RANDOM_BYTES_H

#include <stdint.h>

/* Makes them the same in every run. `start`: the program's stack as the kernel lays it out, before its first
 * instruction. */
void hagstone_fix_random_bytes(uint64_t start);

/* The same for bytes that the kernel has just written. */
void hagstone_fix_bytes(uint8_t *bytes, uint64_t count);

#endif
