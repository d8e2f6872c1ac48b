// SPDX-License-Identifier: MIT
#include "process/pace_file.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include "base/system_call.h"

namespace hagstone {

hagstone_pace *map_pace(RecordingDirectory &directory) {
  const int descriptor = directory.open_to_write(HAGSTONE_PACE_NAME);
  if (descriptor < 0) return nullptr;
  struct stat status = {};
  long address = -1;
  if (call(SYS_fstat, descriptor, &status) == 0 && status.st_size >= HAGSTONE_PACE_SIZE)
    address = call(SYS_mmap, 0, HAGSTONE_PACE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  call(SYS_close, descriptor);
  return address < 0 ? nullptr : reinterpret_cast<hagstone_pace *>(address);
}

}  // namespace hagstone
