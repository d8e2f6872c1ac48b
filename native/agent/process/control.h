// SPDX-License-Identifier: MIT
// What the launcher asks of a running recording (common/raw_format.h, file `control`).
#ifndef HAGSTONE_PROCESS_CONTROL_H
#define HAGSTONE_PROCESS_CONTROL_H

#include "common/raw_format.h"

namespace hagstone {

class Control {
 public:
  // Maps the file of the recording directory, read only; without one, RECORD is what is asked for. Again in the child of
  // a fork.
  void open(const char *directory);

  // Handlers too. Requests that this agent does not know mean PAUSE: not to record is what surely does no harm.
  hagstone_control_request request() const;

 private:
  const hagstone_control *mapped_ = nullptr;
};

}  // namespace hagstone

#endif
