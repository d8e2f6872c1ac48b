/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "measurement.h"
#include "options.h"
#include "recording/kernel.h"

void *hagstone_memory(uint64_t bytes) { return (void *)hagstone_kernel_reserve(0, bytes); }

void hagstone_give_back(void *memory, uint64_t bytes) { hagstone_kernel_unmap_memory(memory, bytes); }

uint32_t hagstone_tolerance(void) { return hagstone_options.tolerance; }
