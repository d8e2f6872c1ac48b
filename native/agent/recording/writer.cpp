// SPDX-License-Identifier: MIT
#include "recording/writer.h"

#include <string.h>

namespace hagstone {

namespace {
uint32_t padded(uint32_t length) { return (length + 7) & ~7u; }
}  // namespace

hagstone_record *Writer::reserve(Position &position, hagstone_extent_kind kind, uint32_t payload_length) {
  uint32_t needed = static_cast<uint32_t>(sizeof(hagstone_record)) + padded(payload_length);
  if (!file_->active() || needed > HAGSTONE_MAX_RECORD) return nullptr;
  if (position.extent && position.extent->used + needed > HAGSTONE_EXTENT_SIZE) {
    if (kind == HAGSTONE_EXTENT_LOG) file_->unmap_extent(position.extent);
    position.extent = nullptr;
  }
  if (!position.extent) {
    position.extent = file_->add_extent(kind, index_, position.next_ordinal);
    if (!position.extent) return nullptr;
    position.next_ordinal++;
  }
  return reinterpret_cast<hagstone_record *>(reinterpret_cast<char *>(position.extent) + position.extent->used);
}

namespace {

uint32_t type_and_length(hagstone_record_type type, uint32_t length) { return static_cast<uint32_t>(type) | length << 8; }

void publish(hagstone_extent *extent, uint32_t payload_length) {
  __atomic_store_n(&extent->used, extent->used + sizeof(hagstone_record) + padded(payload_length), __ATOMIC_RELEASE);
}

}  // namespace

bool Writer::append(hagstone_record_type type, Bytes first, Bytes second) {
  uint32_t length = first.length + second.length;
  hagstone_record *record = reserve(log_, HAGSTONE_EXTENT_LOG, length);
  if (!record) return false;
  record->type_and_length = type_and_length(type, length);
  char *payload = counters_of<char>(record);
  memcpy(payload, first.data, first.length);
  if (second.length) memcpy(payload + first.length, second.data, second.length);
  record->check = hagstone_checksum(payload, length);
  publish(log_.extent, length);
  return true;
}

hagstone_record *Writer::add_counters(hagstone_record_type type, Bytes initial) {
  hagstone_record *record = reserve(counters_, HAGSTONE_EXTENT_COUNTERS, initial.length);
  if (!record) return nullptr;
  record->type_and_length = type_and_length(type, initial.length);
  record->check = 0;
  memcpy(counters_of<char>(record), initial.data, initial.length);
  publish(counters_.extent, initial.length);
  return record;
}

}  // namespace hagstone
