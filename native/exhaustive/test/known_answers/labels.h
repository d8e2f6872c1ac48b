// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_EXHAUSTIVE_LABELS_H
#define HAGSTONE_EXHAUSTIVE_LABELS_H

#include <cstdint>
#include <map>
#include <string>

#include "recording_of.h"

namespace hagstone::exhaustive::testing {

// Names of the leaf contexts that are labelled: by symbols that begin with "at_", without that; the kernel's accesses by
// their system call.
class Labels {
 public:
  Labels(const RawFile &recording, const std::string &program);

  // Empty: no label.
  std::string of(uint32_t context) const;

 private:
  std::map<uint32_t, std::string> names_;
};

}  // namespace hagstone::exhaustive::testing

#endif
