// SPDX-License-Identifier: MIT
#include "frame_table_builder.h"

#include "byte_cursor.h"
#include "frame_description.h"
#include "unwind/modules/sort.h"

namespace hagstone {
namespace {

constexpr uint8_t search_table_encoding = pointer_data_relative | pointer_sdata4;

bool starts_before(const FrameTableEntry &one, const FrameTableEntry &other) { return one.function < other.function; }

bool offset_from(uint64_t base, uint64_t address, int32_t &offset) {
  const int64_t distance = static_cast<int64_t>(address - base);
  offset = static_cast<int32_t>(distance);
  return offset == distance;
}

}  // namespace

bool read_frame_header(const SectionBytes &header, FrameTable &table, uint64_t &frames_address) {
  frames_address = 0;
  ByteCursor cursor(header, header.address);
  const uint8_t version = cursor.u8();
  const uint8_t frames_encoding = cursor.u8();
  const uint8_t count_encoding = cursor.u8();
  const uint8_t table_encoding = cursor.u8();
  if (!cursor.ok() || version != 1) return false;
  const uint64_t frames = cursor.pointer(frames_encoding, header.address);
  if (!cursor.ok() || (frames_encoding & pointer_indirect)) return false;
  frames_address = frames;
  if (count_encoding == pointer_omitted || table_encoding != search_table_encoding) return false;
  const uint64_t count = cursor.pointer(count_encoding, header.address);
  if (!cursor.ok() || count == 0 || cursor.address() % alignof(FrameTableEntry) != 0) return false;
  if (count > cursor.remaining() / sizeof(FrameTableEntry)) return false;
  table.entries = reinterpret_cast<const FrameTableEntry *>(cursor.place());
  table.entry_count = count;
  table.base = header.address;
  return true;
}

size_t measure_frames(const SectionBytes &frames) {
  uint64_t at = frames.address;
  bool common;
  for (uint64_t next; (next = next_frame_entry(frames, at, common)) != 0; at = next) continue;
  const uint64_t terminated = at - frames.address + 4;
  return terminated < frames.size ? terminated : frames.size;
}

size_t count_frame_descriptions(const SectionBytes &frames) {
  size_t count = 0;
  bool common;
  for (uint64_t at = frames.address, next; (next = next_frame_entry(frames, at, common)) != 0; at = next) count += !common;
  return count;
}

size_t build_frame_entries(const SectionBytes &frames, FrameTableEntry *entries, size_t capacity) {
  size_t count = 0;
  bool common;
  for (uint64_t at = frames.address, next; count < capacity && (next = next_frame_entry(frames, at, common)) != 0;
       at = next) {
    FrameDescription description;
    if (common || !read_frame_description(frames, at, description)) continue;
    // Functions that the linker dropped keep a description of address zero.
    if (description.function_start == description.function_end) continue;
    FrameTableEntry &entry = entries[count];
    if (offset_from(frames.address, description.function_start, entry.function) &&
        offset_from(frames.address, at, entry.description))
      count++;
  }
  sort_in_place(entries, count, starts_before);
  return count;
}

}  // namespace hagstone
