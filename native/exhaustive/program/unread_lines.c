/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Valgrind reads the line numbers of every module for its own messages. The engine uses only symbols, and reading the
 * line numbers of the C library takes a third of the time of a short program. */

/* Ignores its arguments: the module and the sections of its debug information. */
void __wrap_vgModuleLocal_read_debuginfo_dwarf3(void);

void __wrap_vgModuleLocal_read_debuginfo_dwarf3(void) {}
