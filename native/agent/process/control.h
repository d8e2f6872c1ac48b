// SPDX-License-Identifier: MIT
// The launcher's requests to a running recording (common/raw_format.h, file `control`).
#ifndef HAGSTONE_PROCESS_CONTROL_H
#define HAGSTONE_PROCESS_CONTROL_H

#include "common/raw_format.h"
#include "recording/recording_directory.h"

namespace hagstone {

class Control {
 public:
  // Maps the file of the recording directory, read only; without one, RECORD is the request. Children of a fork inherit
  // the mapping.
  void open(RecordingDirectory &directory);

  // Callable in handlers. Unknown requests mean PAUSE: not recording is always harmless.
  hagstone_control_request request() const;

 private:
  const hagstone_control *mapped_ = nullptr;
};

}  // namespace hagstone

#endif
