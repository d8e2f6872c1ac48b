// SPDX-License-Identifier: MIT
// Finds or makes a module's search table over .eh_frame. Outside handlers.
#ifndef HAGSTONE_UNWIND_FRAME_TABLE_BUILDER_H
#define HAGSTONE_UNWIND_FRAME_TABLE_BUILDER_H

#include <stddef.h>
#include <stdint.h>

#include "frame_table.h"

namespace hagstone {

// Reads .eh_frame_hdr (LSB, 10.6.2) at `header`; sets all of `table` but its frames.
// False: no usable search table in it; `frames_address` still says where .eh_frame begins if the header knows (else 0).
bool read_frame_header(const SectionBytes &header, FrameTable &table, uint64_t &frames_address);

// Size in bytes of the .eh_frame section that starts at frames.address, terminator included; at most frames.size.
size_t measure_frames(const SectionBytes &frames);

// Number of FDEs in `frames`.
size_t count_frame_descriptions(const SectionBytes &frames);

// Writes at most `capacity` entries, relative to frames.address and sorted, one for each well-formed FDE; returns how
// many.
size_t build_frame_entries(const SectionBytes &frames, FrameTableEntry *entries, size_t capacity);

}  // namespace hagstone

#endif
