// SPDX-License-Identifier: MIT
// Bounds-checked reading of DWARF data: integers, LEB128 numbers and encoded pointers.
#ifndef HAGSTONE_UNWIND_BYTE_CURSOR_H
#define HAGSTONE_UNWIND_BYTE_CURSOR_H

#include <stddef.h>
#include <stdint.h>

#include "frame_table.h"

namespace hagstone {

// Pointer encodings (LSB, 10.5.1).
enum PointerEncoding : uint8_t {
  pointer_absolute = 0x00,
  pointer_uleb128 = 0x01,
  pointer_udata2 = 0x02,
  pointer_udata4 = 0x03,
  pointer_udata8 = 0x04,
  pointer_signed = 0x08,
  pointer_sleb128 = 0x09,
  pointer_sdata2 = 0x0a,
  pointer_sdata4 = 0x0b,
  pointer_sdata8 = 0x0c,
  pointer_format_mask = 0x0f,
  pointer_pc_relative = 0x10,
  pointer_text_relative = 0x20,
  pointer_data_relative = 0x30,
  pointer_function_relative = 0x40,
  pointer_aligned = 0x50,
  pointer_base_mask = 0x70,
  pointer_indirect = 0x80,
  pointer_omitted = 0xff,
};

// A place in a section. Reading past the end gives zeros and makes ok() false for good.
class ByteCursor {
 public:
  ByteCursor(const uint8_t *begin, const uint8_t *end, uint64_t address) : place_(begin), end_(end), address_(address) {}
  // From run-time address `at` to the end of the section; not ok if `at` is outside of it.
  ByteCursor(const SectionBytes &section, uint64_t at);

  bool ok() const { return ok_; }
  bool at_end() const { return place_ == end_; }
  size_t remaining() const { return static_cast<size_t>(end_ - place_); }
  const uint8_t *place() const { return place_; }
  const uint8_t *end() const { return end_; }
  uint64_t address() const { return address_; }  // run-time address of place()

  void fail() {
    ok_ = false;
    place_ = end_;
  }
  void skip(uint64_t bytes);
  // Cuts the cursor's end to `bytes` from here.
  void limit(uint64_t bytes);

  uint8_t u8() { return static_cast<uint8_t>(little_endian(1)); }
  uint16_t u16() { return static_cast<uint16_t>(little_endian(2)); }
  uint32_t u32() { return static_cast<uint32_t>(little_endian(4)); }
  uint64_t u64() { return little_endian(8); }
  uint64_t uleb128();
  int64_t sleb128();
  // A pointer; `data_base` is added to data-relative ones. Indirect pointers give the address of the pointer.
  // Relative to text or function: not ok (no x86-64 tool chain writes them in .eh_frame).
  uint64_t pointer(uint8_t encoding, uint64_t data_base);

 private:
  uint64_t little_endian(unsigned bytes);

  const uint8_t *place_;
  const uint8_t *end_;
  uint64_t address_;
  bool ok_ = true;
};

}  // namespace hagstone

#endif
