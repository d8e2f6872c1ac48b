# SPDX-License-Identifier: GPL-2.0-or-later
# What of the engine knows nothing of Valgrind here.
set(HAGSTONE_REUSE_SOURCES access_batch.c access_order.c granule_slots.c line_order.c line_reuse.c
    line_table.c object_distances.c pair_distances.c pair_filter.c process_distances.c recent_lines.c reuse_counts.c reuse_distance.c reuse_pairs.c slot_counts.c thread_orders.c)
list(TRANSFORM HAGSTONE_REUSE_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
# What needs Valgrind's headers: the calls in the translation.
set(HAGSTONE_REUSE_CODE_SOURCES ${CMAKE_CURRENT_LIST_DIR}/reuse_code.c)
