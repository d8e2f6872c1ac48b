// SPDX-License-Identifier: MIT
// One frame description entry (FDE) of .eh_frame with its common information entry (LSB, 10.6.1).
#ifndef HAGSTONE_UNWIND_FRAME_DESCRIPTION_H
#define HAGSTONE_UNWIND_FRAME_DESCRIPTION_H

#include <stdint.h>

#include "frame_table.h"

namespace hagstone {

struct FrameDescription {
  uint64_t function_start;  // run-time addresses
  uint64_t function_end;
  SectionBytes common_instructions;  // initial call frame instructions, from the CIE
  SectionBytes instructions;
  uint64_t code_alignment;
  int64_t data_alignment;
  uint64_t return_register;  // DWARF number
  uint8_t pointer_encoding;
  bool signal_frame;  // augmentation 'S': the caller's program counter is an interrupted instruction
};

// Reads the FDE at run-time address `at`. False: malformed or of a kind that no x86-64 tool chain writes (64-bit
// lengths, augmentation "eh", indirect or function-relative addresses). Safe in signal handlers.
bool read_frame_description(const SectionBytes &frames, uint64_t at, FrameDescription &description);

// Run-time address of the entry after the one at `at`, 0 at the end of the section or where it is malformed.
// `common` returns whether the entry at `at` is a CIE.
uint64_t next_frame_entry(const SectionBytes &frames, uint64_t at, bool &common);

}  // namespace hagstone

#endif
