/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Valgrind checks the types and the order of definitions of all code that it translates, three times: before and after
 * it simplifies the code, and after the engine has inserted its own. Those checks take about a tenth of the time of
 * translating. They find faults of Valgrind and of the engine, never of the program: only tests request them
 * (--check-code=yes). */
#ifndef HAGSTONE_UNCHECKED_CODE_H
#define HAGSTONE_UNCHECKED_CODE_H

/* Prints how many checks ran, for --stats=yes. */
void hagstone_print_code_checks(void);

#endif
