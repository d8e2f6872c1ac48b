# SPDX-License-Identifier: GPL-2.0-or-later
# Sources without Valgrind, and sources that use it.
set(HAGSTONE_OBJECTS_SOURCES object_map.c object_records.c objects.c static_objects.c)
list(TRANSFORM HAGSTONE_OBJECTS_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
set(HAGSTONE_OBJECTS_ENGINE_SOURCES program_memory.c)
list(TRANSFORM HAGSTONE_OBJECTS_ENGINE_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
