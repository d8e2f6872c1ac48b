# SPDX-License-Identifier: GPL-2.0-or-later
# Sources without Valgrind, and sources that use it.
set(HAGSTONE_SPATIAL_VALUES_SOURCES distinct_values.c inspections.c)
list(TRANSFORM HAGSTONE_SPATIAL_VALUES_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
set(HAGSTONE_SPATIAL_VALUES_ENGINE_SOURCES inspected_array.c inspected_registers.c marked_object.c spatial_values.c)
list(TRANSFORM HAGSTONE_SPATIAL_VALUES_ENGINE_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
