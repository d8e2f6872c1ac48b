# SPDX-License-Identifier: GPL-2.0-or-later
# No part of this uses Valgrind.
set(HAGSTONE_VIRTUAL_SOURCES recorder.c sampled_threads.c sampler.c schedule.c specification.c virtual_pmu.c)
list(TRANSFORM HAGSTONE_VIRTUAL_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
