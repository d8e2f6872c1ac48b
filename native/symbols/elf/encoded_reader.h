// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_ENCODED_READER_H
#define HAGSTONE_SYMBOLS_ENCODED_READER_H

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace hagstone::symbols {

// Reads the values of .eh_frame, .gcc_except_table and line tables: LEB128 numbers and pointers in DW_EH_PE encodings
// (Linux Standard Base Core 5.0, 10.5.1). After a read beyond the end, or of an encoding that is not used in files, ok() is
// false and every value 0.
class EncodedReader {
 public:
  static constexpr uint8_t omitted = 0xff;

  // `address` is where the first byte is in memory.
  EncodedReader(std::span<const uint8_t> bytes, uint64_t address) : bytes_(bytes), address_(address) {}

  bool ok() const { return ok_; }
  bool at_end() const { return position_ >= bytes_.size(); }
  size_t position() const { return position_; }
  size_t left() const { return bytes_.size() - position_; }
  uint8_t byte() { return fixed<uint8_t>(); }

  std::span<const uint8_t> take(uint64_t length) {
    if (length > left()) {
      fail();
      return {};
    }
    const auto taken = bytes_.subspan(position_, length);
    position_ += length;
    return taken;
  }

  uint64_t unsigned_leb() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const uint8_t part = byte();
      value |= uint64_t{part & 0x7fu} << shift;
      if ((part & 0x80) == 0) return value;
    }
    return fail();
  }

  // A pointer's value before its base is added.
  uint64_t plain(uint8_t encoding) {
    switch (encoding & 0x0f) {
      case 0x00:
      case 0x04:
      case 0x0c: return fixed<uint64_t>();
      case 0x01: return unsigned_leb();
      case 0x02: return fixed<uint16_t>();
      case 0x03: return fixed<uint32_t>();
      case 0x0a: return static_cast<uint64_t>(int64_t{fixed<int16_t>()});
      case 0x0b: return static_cast<uint64_t>(int64_t{fixed<int32_t>()});
      default: return fail();
    }
  }

  // Absolute, or relative to its own place; 0 stays 0, "none".
  uint64_t pointer(uint8_t encoding) {
    const uint64_t place = address_ + position_;
    const uint64_t value = plain(encoding);
    switch (encoding & 0xf0) {
      case 0x00: return value;
      case 0x10: return value == 0 ? 0 : place + value;
      default: return fail();
    }
  }

 private:
  template <typename Value>
  Value fixed() {
    if (bytes_.size() - position_ < sizeof(Value)) return static_cast<Value>(fail());
    Value value;
    std::memcpy(&value, bytes_.data() + position_, sizeof(Value));
    position_ += sizeof(Value);
    return value;
  }
  uint64_t fail() {
    ok_ = false;
    position_ = bytes_.size();
    return 0;
  }

  std::span<const uint8_t> bytes_;
  uint64_t address_;
  size_t position_ = 0;
  bool ok_ = true;
};

}  // namespace hagstone::symbols

#endif
