# SPDX-License-Identifier: GPL-2.0-or-later
# What of the engine knows nothing of Valgrind here.
set(HAGSTONE_LOADS_SOURCES byte_pages.c generic_redundant_loads.c last_loads.c load_counters.c repeated_value.c
    spatial_loads.c)
list(TRANSFORM HAGSTONE_LOADS_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
