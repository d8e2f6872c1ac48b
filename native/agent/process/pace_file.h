// SPDX-License-Identifier: MIT
// What all processes of a recording know together about the cost of sampling (common/raw_format.h, file `pace`).
#ifndef HAGSTONE_PROCESS_PACE_FILE_H
#define HAGSTONE_PROCESS_PACE_FILE_H

#include "common/raw_format.h"
#include "recording/recording_directory.h"

namespace hagstone {

// Maps the file for reading and writing, for as long as the process lives; children of a fork inherit that. nullptr
// where there is none, or this process may not write to it.
hagstone_pace *map_pace(RecordingDirectory &directory);

}  // namespace hagstone

#endif
