// SPDX-License-Identifier: MIT
#include "pmu/ibs_op.h"

#include <string.h>

namespace hagstone {

namespace {

// In the order of their numbers, from MSRC001_1033 on.
enum IbsRegister {
  op_control,
  op_instruction,
  op_data,
  op_data_2,
  op_data_3,
  op_linear_address,
  op_physical_address,
  register_count
};

constexpr uint32_t zen_4_extensions = 1u << 11;  // CPUID 8000_001B EAX
constexpr unsigned invalid_instruction_bit = 38;  // of IbsOpData

// IbsOpData3.
constexpr unsigned load_bit = 0, store_bit = 1, cache_miss_bit = 7, uncached_bit = 14, linear_address_valid_bit = 17,
                   level_2_miss_bit = 20, prefetch_bit = 21, width_shift = 22, miss_latency_shift = 32;
constexpr uint64_t width_mask = 0xf, miss_latency_mask = 0xffff;
constexpr uint64_t widest = 7;  // 64 bytes

// IbsOpData2.DataSrc: three bits, from Zen 4 on two more above.
constexpr uint64_t source_memory = 3, source_far = 4, extended_far_cache = 5, extended_persistent = 6, extended_memory = 8;

bool served_from_afar(uint64_t data_2, bool extended) {
  const uint64_t low = data_2 & 7;
  if (!extended) return low == source_memory || low == source_far;
  const uint64_t source = low | (data_2 >> 6 & 3) << 3;
  return source == source_memory || source == extended_far_cache || source == extended_persistent ||
         source == extended_memory;
}

bool bit(uint64_t word, unsigned number) { return word >> number & 1; }

}  // namespace

bool read_ibs_operation(const uint8_t *raw, uint32_t length, IbsOperation &operation) {
  uint32_t capabilities;
  uint64_t registers[register_count];
  if (length < sizeof capabilities + sizeof registers) return false;
  memcpy(&capabilities, raw, sizeof capabilities);
  memcpy(registers, raw + sizeof capabilities, sizeof registers);
  const uint64_t data_3 = registers[op_data_3];
  operation = {};
  operation.load = bit(data_3, load_bit);
  operation.store = bit(data_3, store_bit);
  operation.prefetch = bit(data_3, prefetch_bit);
  operation.address_valid = bit(data_3, linear_address_valid_bit);
  operation.instruction_valid = !bit(registers[op_data], invalid_instruction_bit);
  const uint64_t width = data_3 >> width_shift & width_mask;
  operation.width = width && width <= widest ? 1u << (width - 1) : 0;
  // Misses, their latency and source are not valid for uncached accesses, the source for stores.
  const bool missed = operation.load && bit(data_3, cache_miss_bit) && !bit(data_3, uncached_bit);
  if (missed) {
    operation.latency = static_cast<uint32_t>(data_3 >> miss_latency_shift & miss_latency_mask);
    operation.missed_last_level = bit(data_3, level_2_miss_bit) &&
                                  served_from_afar(registers[op_data_2], capabilities & zen_4_extensions);
  }
  operation.instruction = registers[op_instruction];
  operation.address = registers[op_linear_address];
  return true;
}

}  // namespace hagstone
