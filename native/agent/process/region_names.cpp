// SPDX-License-Identifier: MIT
#include "process/region_names.h"

#include <string.h>

#include "base/signal_mask.h"

namespace hagstone {

constinit RegionNames region_names = {};

uint32_t RegionNames::id_of(const char *name, uint32_t length, ProcessRecorder &process) {
  // A signal handler of the target may name regions too.
  SignalsBlocked blocked;
  lock_.lock();
  uint32_t id = 1;
  while (id <= count_ && (names_[id - 1].length != length || memcmp(names_[id - 1].text, name, length) != 0)) id++;
  if (id > count_ && count_ < most_names) {
    names_[count_].length = length;
    memcpy(names_[count_].text, name, length);
    process.add_region(id, name, length);
    __atomic_store_n(&count_, id, __ATOMIC_RELEASE);
  } else if (id > count_) {
    id = 0;
  }
  lock_.unlock();
  return id;
}

void RegionNames::record_all(ProcessRecorder &process) const {
  for (uint32_t i = 0; i < count_; i++) process.add_region(i + 1, names_[i].text, names_[i].length);
}

}  // namespace hagstone
