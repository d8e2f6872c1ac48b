// SPDX-License-Identifier: MIT
// The agent's settings, read from the environment (common/agent_environment.h).
#ifndef HAGSTONE_PROCESS_CONFIGURATION_H
#define HAGSTONE_PROCESS_CONFIGURATION_H

#include <stddef.h>
#include <stdint.h>

#include "common/raw_format.h"
#include "recording/recording_directory.h"
#include "sampling/clocks/process_pace.h"
#include "sampling/sampling_settings.h"

namespace hagstone {

// Texts are copies: programs that set their title overwrite their environment.
struct Configuration {
  static constexpr size_t longest_text = 4096;  // with its final 0

  char directory[longest_text];  // empty: the agent does nothing
  RecordingIdentity identity;    // of `directory`, none if the launcher gave none
  hagstone_engine engine;        // software, pebs or ibs
  char events[longest_text];     // of HAGSTONE_EVENTS, empty: the processor's own
  SamplingSettings sampling;
  PaceSettings pace;
  hagstone_transport transport;
  uint32_t watch_registers;
  uint64_t trap_log_bytes;
  uint64_t trace_bytes;
  bool follow_children;
  int32_t rank;  // of the MPI or Slurm task, -1: none
};

// False if a value cannot be read; `directory` is set all the same.
[[nodiscard]] bool read_configuration(char **environment, Configuration &configuration);

// Takes the agent's variables and its LD_PRELOAD entry out of the environment, in place.
void leave_environment(char **environment);

}  // namespace hagstone

#endif
