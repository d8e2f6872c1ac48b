# SPDX-License-Identifier: GPL-2.0-or-later
# The measurement without the code that it puts into translations (stores_code.c), which needs Valgrind's headers.
set(HAGSTONE_STORES_SOURCES
  ${CMAKE_CURRENT_LIST_DIR}/last_stores.c
  ${CMAKE_CURRENT_LIST_DIR}/shared_stores.c
  ${CMAKE_CURRENT_LIST_DIR}/store_chunks.c
  ${CMAKE_CURRENT_LIST_DIR}/store_counters.c
  ${CMAKE_CURRENT_LIST_DIR}/stores.c)
