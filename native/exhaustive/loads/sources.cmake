# SPDX-License-Identifier: GPL-2.0-or-later
# Sources without Valgrind, and sources that use it.
set(HAGSTONE_LOADS_SOURCES shadow/granule_pages.c shadow/accessed_granules.c fast_redundant_loads.c generic_redundant_loads.c pairs/held_pairs.c shadow/last_loads.c load_counters.c
    pairs/load_pairs.c pairs/numbered_places.c shadow/load_shadow.c pairs/place_numbers.c pairs/place_pairs.c repeated_value.c spatial_loads.c)
list(TRANSFORM HAGSTONE_LOADS_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
set(HAGSTONE_LOADS_CODE_SOURCES comparison_code.c load_code.c redundant_loads.c)
list(TRANSFORM HAGSTONE_LOADS_CODE_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
