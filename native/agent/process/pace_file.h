// SPDX-License-Identifier: MIT
// Shared knowledge of a recording's processes about the cost of sampling (common/raw_format.h, file `pace`).
#ifndef HAGSTONE_PROCESS_PACE_FILE_H
#define HAGSTONE_PROCESS_PACE_FILE_H

#include "common/raw_format.h"
#include "recording/recording_directory.h"

namespace hagstone {

// Maps the file for reading and writing for the life of the process; children of a fork inherit that. nullptr if there
// is none, or this process may not write to it.
hagstone_pace *map_pace(RecordingDirectory &directory);

}  // namespace hagstone

#endif
