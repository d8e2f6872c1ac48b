# SPDX-License-Identifier: GPL-2.0-or-later
# What of the engine knows nothing of Valgrind here.
set(HAGSTONE_REUSE_SOURCES access_batch.c access_reuse.c orders/access_order.c orders/granule_slots.c orders/line_order.c line_reuse.c
    orders/line_table.c distances/object_distances.c distances/pair_distances.c pair_filter.c distances/process_distances.c orders/recent_lines.c reuse_counts.c reuse_distance.c reuse_pairs.c orders/slot_counts.c orders/thread_orders.c)
list(TRANSFORM HAGSTONE_REUSE_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
# What needs Valgrind's headers: the calls in the translation.
set(HAGSTONE_REUSE_CODE_SOURCES ${CMAKE_CURRENT_LIST_DIR}/reuse_code.c)
