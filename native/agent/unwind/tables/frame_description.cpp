// SPDX-License-Identifier: MIT
#include "frame_description.h"

#include "byte_cursor.h"

namespace hagstone {
namespace {

constexpr uint32_t extended_length = 0xffffffff;

SectionBytes rest_of(const ByteCursor &cursor) { return {cursor.place(), cursor.address(), cursor.remaining()}; }

struct Augmentation {
  bool has_data = false;
  uint8_t pointer_encoding = pointer_absolute;
  bool signal_frame = false;
};

bool read_augmentation(ByteCursor &name, ByteCursor &cursor, Augmentation &augmentation) {
  uint8_t letter = name.u8();
  if (letter == 0) return true;
  if (letter != 'z') return false;
  augmentation.has_data = true;
  const uint64_t length = cursor.uleb128();
  ByteCursor data = cursor;
  data.limit(length);
  cursor.skip(length);
  while ((letter = name.u8()) != 0) {
    switch (letter) {
      case 'R': augmentation.pointer_encoding = data.u8(); break;
      case 'L': data.u8(); break;
      case 'P': {
        const uint8_t encoding = data.u8();
        data.pointer(encoding, 0);
        break;
      }
      case 'S': augmentation.signal_frame = true; break;
      // The length gives the start of the instructions, so that unknown data can be skipped.
      default: return data.ok();
    }
  }
  return data.ok();
}

bool read_common(const SectionBytes &frames, uint64_t at, FrameDescription &description, Augmentation &augmentation) {
  ByteCursor cursor(frames, at);
  const uint32_t length = cursor.u32();
  if (length == extended_length) return false;
  cursor.limit(length);
  if (cursor.u32() != 0) return false;
  const uint8_t version = cursor.u8();
  if (version != 1 && version != 3 && version != 4) return false;
  ByteCursor name = cursor;
  while (cursor.u8() != 0) continue;
  if (version == 4) {
    const uint8_t address_size = cursor.u8();
    const uint8_t segment_size = cursor.u8();
    if (address_size != 8 || segment_size != 0) return false;
  }
  description.code_alignment = cursor.uleb128();
  description.data_alignment = cursor.sleb128();
  description.return_register = version == 1 ? cursor.u8() : cursor.uleb128();
  if (!read_augmentation(name, cursor, augmentation) || !cursor.ok()) return false;
  description.common_instructions = rest_of(cursor);
  description.pointer_encoding = augmentation.pointer_encoding;
  description.signal_frame = augmentation.signal_frame;
  return true;
}

}  // namespace

bool read_frame_description(const SectionBytes &frames, uint64_t at, FrameDescription &description) {
  ByteCursor cursor(frames, at);
  const uint32_t length = cursor.u32();
  if (!cursor.ok() || length == 0 || length == extended_length) return false;
  cursor.limit(length);
  const uint64_t pointer_place = cursor.address();
  const uint32_t common_distance = cursor.u32();
  if (common_distance == 0) return false;
  Augmentation augmentation;
  if (!read_common(frames, pointer_place - common_distance, description, augmentation)) return false;
  if (description.pointer_encoding & pointer_indirect) return false;
  description.function_start = cursor.pointer(description.pointer_encoding, 0);
  const uint64_t size = cursor.pointer(description.pointer_encoding & pointer_format_mask, 0);
  description.function_end = description.function_start + size;
  if (augmentation.has_data) cursor.skip(cursor.uleb128());
  if (!cursor.ok() || description.function_end < description.function_start) return false;
  description.instructions = rest_of(cursor);
  return true;
}

uint64_t next_frame_entry(const SectionBytes &frames, uint64_t at, bool &common) {
  ByteCursor cursor(frames, at);
  uint64_t length = cursor.u32();
  if (length == extended_length) length = cursor.u64();
  if (!cursor.ok() || length < 4) return 0;
  ByteCursor identifier = cursor;
  common = identifier.u32() == 0;
  cursor.skip(length);
  return cursor.ok() ? cursor.address() : 0;
}

}  // namespace hagstone
