// SPDX-License-Identifier: MIT
// The agent's settings, read from the environment (common/agent_environment.h).
#ifndef HAGSTONE_PROCESS_CONFIGURATION_H
#define HAGSTONE_PROCESS_CONFIGURATION_H

#include <stdint.h>

#include "common/raw_format.h"
#include "sampling/sampling_settings.h"

namespace hagstone {

struct Configuration {
  const char *directory;  // nullptr: the agent does nothing
  hagstone_engine engine;  // software, pebs or ibs
  const char *events;      // of HAGSTONE_EVENTS, nullptr: the processor's own
  SamplingSettings sampling;
  hagstone_transport transport;
  uint32_t watch_registers;
  uint64_t trap_log_bytes;
  bool follow_children;
  int32_t rank;  // of the MPI or Slurm task, -1: none
};

// False if a value cannot be read; `directory` is set all the same.
[[nodiscard]] bool read_configuration(char **environment, Configuration &configuration);

// Takes the agent's variables and its LD_PRELOAD entry out of the environment, in place.
void leave_environment(char **environment);

}  // namespace hagstone

#endif
