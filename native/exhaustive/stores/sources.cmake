# SPDX-License-Identifier: GPL-2.0-or-later
set(HAGSTONE_STORES_SOURCES
  ${CMAKE_CURRENT_LIST_DIR}/memory/last_stores.c
  ${CMAKE_CURRENT_LIST_DIR}/memory/mixed_stores.c
  ${CMAKE_CURRENT_LIST_DIR}/pair_counts.c
  ${CMAKE_CURRENT_LIST_DIR}/memory/shared_stores.c
  ${CMAKE_CURRENT_LIST_DIR}/site_repeats.c
  ${CMAKE_CURRENT_LIST_DIR}/memory/store_chunks.c
  ${CMAKE_CURRENT_LIST_DIR}/store_counters.c
  ${CMAKE_CURRENT_LIST_DIR}/store_pairs.c
  ${CMAKE_CURRENT_LIST_DIR}/store_times.c
  ${CMAKE_CURRENT_LIST_DIR}/stores.c
  ${CMAKE_CURRENT_LIST_DIR}/stores_without_pair.c)
# Needs Valgrind's headers: the measurement's code in translations.
set(HAGSTONE_STORES_CODE_SOURCES ${CMAKE_CURRENT_LIST_DIR}/repeats_code.c ${CMAKE_CURRENT_LIST_DIR}/stores_code.c)
