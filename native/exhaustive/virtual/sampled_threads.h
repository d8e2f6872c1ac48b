/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program's threads as virtual PMUs see them: accesses counted, samples taken when they are due, registers checked.
 * Every PMU has counters and registers of its own in each thread. */
#ifndef HAGSTONE_VIRTUAL_SAMPLED_THREADS_H
#define HAGSTONE_VIRTUAL_SAMPLED_THREADS_H

#include "exhaustive/measurement.h"
#include "sampler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets the PMUs: an array that stays where it is. */
void hagstone_sample_threads(struct hagstone_virtual_pmu *pmus, uint32_t count);

void hagstone_sample_access(const struct hagstone_access *access);

/* For those PMUs that see the kernel, which copies by words: each 8 aligned bytes are an access. */
void hagstone_sample_kernel_access(const struct hagstone_access *access);

/* In all threads, whichever of them ended it. */
void hagstone_end_sampled_memory(uint64_t address, uint64_t bytes);

/* All watches are released; counting continues. */
void hagstone_give_up_samples(void);

void hagstone_end_sampled_thread(uint32_t thread);

/* Watched samples are not recorded: the recordings are gone. */
void hagstone_forget_sampled_threads(void);

#ifdef __cplusplus
}
#endif

#endif
