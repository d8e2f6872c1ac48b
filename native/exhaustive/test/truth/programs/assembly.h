// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_TRUTH_ASSEMBLY_H
#define HAGSTONE_TRUTH_ASSEMBLY_H

#include <string>

#include "program.h"

namespace hagstone::truth {

// The process in GNU assembly, without libc. Section .places holds the address of each place, 8 bytes each.
std::string assembly_of(const Process& process);

}  // namespace hagstone::truth

#endif
