// SPDX-License-Identifier: MIT
#include "byte_cursor.h"

namespace hagstone {

ByteCursor::ByteCursor(const SectionBytes &section, uint64_t at)
    : place_(section.bytes), end_(section.bytes), address_(at), ok_(section.contains(at)) {
  if (!ok_) return;
  place_ = section.bytes + (at - section.address);
  end_ = section.bytes + section.size;
}

void ByteCursor::skip(uint64_t bytes) {
  if (bytes > remaining()) return fail();
  place_ += bytes;
  address_ += bytes;
}

void ByteCursor::limit(uint64_t bytes) {
  if (bytes > remaining()) return fail();
  end_ = place_ + bytes;
}

uint64_t ByteCursor::little_endian(unsigned bytes) {
  if (bytes > remaining()) {
    fail();
    return 0;
  }
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes; i++) value |= static_cast<uint64_t>(place_[i]) << (8 * i);
  place_ += bytes;
  address_ += bytes;
  return value;
}

uint64_t ByteCursor::uleb128() {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    const uint8_t byte = u8();
    if (shift < 64) value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (!(byte & 0x80)) return value;
  }
  fail();
  return 0;
}

int64_t ByteCursor::sleb128() {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 70;) {
    const uint8_t byte = u8();
    if (shift < 64) value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    shift += 7;
    if (byte & 0x80) continue;
    if (shift < 64 && (byte & 0x40)) value |= ~uint64_t{0} << shift;
    return static_cast<int64_t>(value);
  }
  fail();
  return 0;
}

uint64_t ByteCursor::pointer(uint8_t encoding, uint64_t data_base) {
  if (encoding == pointer_omitted) return 0;
  uint64_t base = 0;
  switch (encoding & pointer_base_mask) {
    case 0: break;
    case pointer_pc_relative: base = address_; break;
    case pointer_data_relative: base = data_base; break;
    case pointer_aligned: skip(-address_ & 7); break;
    default: fail(); return 0;
  }
  uint64_t value = 0;
  switch (encoding & pointer_format_mask) {
    case pointer_absolute:
    case pointer_udata8:
    case pointer_signed:
    case pointer_sdata8: value = u64(); break;
    case pointer_uleb128: value = uleb128(); break;
    case pointer_udata2: value = u16(); break;
    case pointer_udata4: value = u32(); break;
    case pointer_sleb128: value = static_cast<uint64_t>(sleb128()); break;
    case pointer_sdata2: value = static_cast<uint64_t>(static_cast<int16_t>(u16())); break;
    case pointer_sdata4: value = static_cast<uint64_t>(static_cast<int32_t>(u32())); break;
    default: fail(); return 0;
  }
  return ok_ && value ? base + value : value;
}

}  // namespace hagstone
