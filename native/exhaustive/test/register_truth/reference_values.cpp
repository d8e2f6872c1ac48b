// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstring>

#include "reference.h"
#include "value_table.h"

namespace hagstone::register_truth {

namespace {

constexpr unsigned vector_what = 16, x87_what = 32, mmx_what = 40;

// The x87's values as doubles, as they are recorded.
std::string as_double(const std::array<uint8_t, 10> &extended) {
  long double value = 0;
  memcpy(&value, extended.data(), extended.size());
  const auto narrow = static_cast<double>(value);
  return {reinterpret_cast<const char *>(&narrow), sizeof narrow};
}

const char *register_bytes(const Registers &registers, File file, unsigned number) {
  switch (file) {
    case File::general: return reinterpret_cast<const char *>(&registers.general[number]);
    case File::vector: return reinterpret_cast<const char *>(registers.vector[number].data());
    default: return reinterpret_cast<const char *>(registers.x87[number].data());
  }
}

unsigned what_of(const Write &write, unsigned &x87_number) {
  switch (write.file) {
    case File::general: return write.number;
    case File::vector: return vector_what + write.number;
    case File::mmx: return mmx_what + write.number;
    default: return x87_number++;
  }
}

std::string result_of(const Step &step, const Write &write) {
  if (write.file == File::x87) return as_double(step.after.x87[(step.after.x87_top + write.number) & 7]);
  return {register_bytes(step.after, write.file, write.number) + write.offset, write.bytes};
}

std::string operand_of(const Step &step, const Operand &operand) {
  if (operand.registers.empty()) return {reinterpret_cast<const char *>(&operand.constant), operand.bytes};
  std::string whole;
  for (const uint8_t number : operand.registers)
    whole.append(register_bytes(step.before, operand.file, number), operand.bytes);
  return whole;
}

}  // namespace

void ValueReference::add_bytes(uint64_t address, Role role, unsigned what, const std::string &bytes) {
  const size_t lanes = fault_ == Fault::lowest_lane_alone ? 1 : (bytes.size() + 7) / 8;
  for (size_t lane = 0; lane < lanes; lane++) {
    uint64_t value = 0;
    memcpy(&value, bytes.data() + 8 * lane, std::min<size_t>(8, bytes.size() - 8 * lane));
    if (fault_ == Fault::narrow_values_as_wide && bytes.size() == 1)
      value = static_cast<uint64_t>(static_cast<int8_t>(value));
    add(address, role, what, static_cast<unsigned>(lane), value);
  }
}

void ValueReference::step(const Step &step) {
  for (size_t i = 0; i < step.line.accesses.size(); i++) {
    const bool stores = step.line.accesses[i].stores;
    const std::string &bytes = stores && fault_ == Fault::stores_before_the_store ? step.accessed[0] : step.accessed[i];
    add_bytes(step.address, stores ? Role::stored : Role::loaded, static_cast<unsigned>(i), bytes);
  }
  unsigned x87_number = x87_what;
  for (const Write &write : step.line.writes) {
    if (write.by_the_way || (write.loads && fault_ != Fault::loads_are_results)) continue;
    add_bytes(step.address, Role::result, what_of(write, x87_number), result_of(step, write));
  }
  for (const Operand &operand : step.line.operands) {
    if (operand.registers.empty() && fault_ == Fault::constants_are_no_factors) continue;
    add_bytes(step.address, Role::operand, fault_ == Fault::divisor_is_numerator ? 1 - operand.which : operand.which,
              operand_of(step, operand));
  }
  if (step.line.is_computed && fault_ != Fault::computed_calls_have_no_targets)
    add(step.address, Role::target, 0, 0, step.after.instruction);
  if (!step.line.begins_function) return;
  static constexpr unsigned of_the_abi[] = {7, 6, 2, 1, 8, 9};
  for (unsigned i = 0; i < std::size(of_the_abi); i++)
    add(step.address, Role::parameter, i, 0,
        step.before.general[fault_ == Fault::parameters_in_order_of_encoding ? i : of_the_abi[i]]);
}

std::map<StreamKey, ValueTable> ValueReference::tables() const {
  std::map<StreamKey, ValueTable> tables;
  for (const auto &[key, values] : streams_) tables[key] = table_of(values, profile_, fault_);
  return tables;
}

}  // namespace hagstone::register_truth
