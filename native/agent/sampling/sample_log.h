// SPDX-License-Identifier: MIT
// The life of each sample, one line per step, for work on the sampler. Only hagstone_logging_agent has it; other builds
// omit every call below. Safe in handlers: a line is built on the stack and written by one system call to the agent's
// own descriptor.
#ifndef HAGSTONE_SAMPLING_SAMPLE_LOG_H
#define HAGSTONE_SAMPLING_SAMPLE_LOG_H

#include <stdint.h>

#include "code/walk/walk.h"
#include "common/raw_format.h"
#include "common/watched_part.h"

namespace hagstone {

#ifdef HAGSTONE_SAMPLE_LOG
constexpr bool logs_samples = true;
#else
constexpr bool logs_samples = false;
#endif

// Appends to the file that the variable HAGSTONE_SAMPLE_LOG names; without it nothing is written. Once, when the agent is
// set up. Children by fork write nothing.
void open_sample_log(char **environment);

// `thread`: its index in the recording.
void log_interrupt(uint32_t thread, uint64_t cpu_time, uint32_t periods);
void log_access(uint32_t thread, const char *tool, const SampledAccess &access);
void log_armed(uint32_t thread, unsigned slot, const hagstone_watched_part &part);
void log_trap(uint32_t thread, unsigned slot, uint64_t instruction);
void log_pair(uint32_t thread, unsigned slot, hagstone_relation relation, double credit);
// Statistics that say how a sample or a watchpoint ended are lines too; others are left out.
void log_count(uint32_t thread, hagstone_statistic which);

}  // namespace hagstone

#endif
