// SPDX-License-Identifier: MIT
#include "process/control.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include "base/system_call.h"

namespace hagstone {

namespace {

// nullptr if there is no such file, or a shorter one: reading beyond its end would raise SIGBUS in the target.
const hagstone_control *map_control(RecordingDirectory &directory) {
  const int descriptor = directory.open_to_read(HAGSTONE_CONTROL_NAME);
  if (descriptor < 0) return nullptr;
  struct stat status = {};
  long address = -1;
  if (call(SYS_fstat, descriptor, &status) == 0 && status.st_size >= HAGSTONE_CONTROL_SIZE)
    address = call(SYS_mmap, 0, HAGSTONE_CONTROL_SIZE, PROT_READ, MAP_SHARED, descriptor, 0);
  call(SYS_close, descriptor);
  return address < 0 ? nullptr : reinterpret_cast<const hagstone_control *>(address);
}

}  // namespace

void Control::open(RecordingDirectory &directory) {
  if (mapped_) unmap_pages(const_cast<hagstone_control *>(mapped_), HAGSTONE_CONTROL_SIZE);
  mapped_ = map_control(directory);
}

hagstone_control_request Control::request() const {
  if (!mapped_ || __atomic_load_n(&mapped_->magic, __ATOMIC_ACQUIRE) != HAGSTONE_CONTROL_MAGIC)
    return HAGSTONE_CONTROL_RECORD;
  const uint32_t request = __atomic_load_n(&mapped_->request, __ATOMIC_ACQUIRE);
  switch (request) {
    case HAGSTONE_CONTROL_RECORD:
    case HAGSTONE_CONTROL_STOP: return static_cast<hagstone_control_request>(request);
    default: return HAGSTONE_CONTROL_PAUSE;
  }
}

}  // namespace hagstone
