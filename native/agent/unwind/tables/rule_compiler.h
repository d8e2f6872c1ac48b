// SPDX-License-Identifier: MIT
// From a module's call frame information to the compact rule that the cache keeps.
#ifndef HAGSTONE_UNWIND_RULE_COMPILER_H
#define HAGSTONE_UNWIND_RULE_COMPILER_H

#include <stdint.h>

#include "code/emulation/memory_reader.h"
#include "frame_row.h"
#include "unwind/modules/module_map.h"
#include "rule_cache.h"

namespace hagstone {

enum class RowLookup : uint8_t { found, none, malformed };

// The full row for `lookup`; `signal_frame` as in FrameDescription.
RowLookup find_frame_row(const ModuleMapSnapshot &modules, uint64_t lookup, FrameRow &row, bool &signal_frame);

// The rule for `lookup`, which is before the next instruction if `is_return_address`; of kind uncompiled if the row
// does not fit. Code without call frame information is read through `memory` (frame_layout.h, return_path.h).
UnwindRule compile_rule(const ModuleMapSnapshot &modules, uint64_t lookup, bool is_return_address,
                        const MemoryReader &memory);

}  // namespace hagstone

#endif
