# SPDX-License-Identifier: GPL-2.0-or-later
set(HAGSTONE_VALUES_SOURCES
  ${CMAKE_CURRENT_LIST_DIR}/profile/convergence.c
  ${CMAKE_CURRENT_LIST_DIR}/profile/top_values.c
  ${CMAKE_CURRENT_LIST_DIR}/profile/value_profiler.c
  ${CMAKE_CURRENT_LIST_DIR}/profile/value_streams.c
  ${CMAKE_CURRENT_LIST_DIR}/value_elements.c
  ${CMAKE_CURRENT_LIST_DIR}/values.c)
# What needs Valgrind's headers or the decoder: the code that the measurement puts into translations.
set(HAGSTONE_VALUES_CODE_SOURCES
  ${CMAKE_CURRENT_LIST_DIR}/profile/factors.cpp
  ${CMAKE_CURRENT_LIST_DIR}/instruction_class.cpp
  ${CMAKE_CURRENT_LIST_DIR}/code/operand_code.c
  ${CMAKE_CURRENT_LIST_DIR}/operations.c
  ${CMAKE_CURRENT_LIST_DIR}/code/parameter_code.c
  ${CMAKE_CURRENT_LIST_DIR}/repeated_operations.c
  ${CMAKE_CURRENT_LIST_DIR}/code/result_code.c
  ${CMAKE_CURRENT_LIST_DIR}/code/stream_code.c
  ${CMAKE_CURRENT_LIST_DIR}/code/values_code.c)
