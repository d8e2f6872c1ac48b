# SPDX-License-Identifier: GPL-2.0-or-later
# Sources without Valgrind, and sources that use it.
set(HAGSTONE_SCOPE_SOURCES clock.c loop_modules.c loop_times.c loops_file.c scope.c)
list(TRANSFORM HAGSTONE_SCOPE_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
set(HAGSTONE_SCOPE_ENGINE_SOURCES loop_headers.c program_code.c)
list(TRANSFORM HAGSTONE_SCOPE_ENGINE_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
