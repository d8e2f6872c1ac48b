// SPDX-License-Identifier: MIT
// Finds .eh_frame by the section headers in the file, for modules linked without .eh_frame_hdr. Outside handlers.
#ifndef HAGSTONE_UNWIND_FRAME_SECTION_H
#define HAGSTONE_UNWIND_FRAME_SECTION_H

#include <stdint.h>

namespace hagstone {

// Run-time address of the section, 0 if the file cannot be read or has none. The file is untrusted.
uint64_t find_frame_section(const char *path, uint64_t bias);

}  // namespace hagstone

#endif
