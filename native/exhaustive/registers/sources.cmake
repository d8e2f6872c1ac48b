# SPDX-License-Identifier: GPL-2.0-or-later
set(HAGSTONE_REGISTERS_SOURCES last_writers.c plain_registers.c register_pairs.c register_value.c)
list(TRANSFORM HAGSTONE_REGISTERS_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
# What needs Valgrind's headers.
set(HAGSTONE_REGISTERS_CODE_SOURCES code/register_batch_code.c register_checks.c code/register_code.c
                                    code/register_statements.c code/register_words.c registers.c)
list(TRANSFORM HAGSTONE_REGISTERS_CODE_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
