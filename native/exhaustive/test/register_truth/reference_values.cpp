// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cstring>

#include "reference.h"

namespace hagstone::register_truth {

namespace {

constexpr size_t table_size = 10;
constexpr uint64_t least_clear_interval = 2000;
constexpr unsigned vector_what = 16, x87_what = 32;

using Entry = std::pair<uint64_t, uint64_t>;

// The x87's values as doubles: what is recorded of them.
std::string as_double(const std::array<uint8_t, 10>& extended) {
  long double value = 0;
  memcpy(&value, extended.data(), extended.size());
  const auto narrow = static_cast<double>(value);
  return {reinterpret_cast<const char*>(&narrow), sizeof narrow};
}

std::string result_of(const Step& step, const Write& write) {
  if (write.file == File::x87) return as_double(step.after.x87[(step.after.x87_top + write.number) & 7]);
  const auto* bytes = write.file == File::general ? reinterpret_cast<const char*>(&step.after.general[write.number])
                                                  : reinterpret_cast<const char*>(step.after.vector[write.number].data());
  return {bytes + write.offset, write.bytes};
}

std::string operand_of(const Step& step, const Operand& operand) {
  std::string whole;
  for (const uint8_t number : operand.registers) {
    const auto* bytes = operand.file == File::general ? reinterpret_cast<const char*>(&step.before.general[number])
                                                      : reinterpret_cast<const char*>(step.before.vector[number].data());
    whole.append(bytes, operand.bytes);
  }
  return whole;
}

}  // namespace

void ValueReference::add_bytes(uint64_t address, Role role, unsigned what, const std::string& bytes) {
  const size_t lanes = fault_ == Fault::lowest_lane_alone ? 1 : (bytes.size() + 7) / 8;
  for (size_t lane = 0; lane < lanes; lane++) {
    uint64_t value = 0;
    memcpy(&value, bytes.data() + 8 * lane, std::min<size_t>(8, bytes.size() - 8 * lane));
    if (fault_ == Fault::narrow_values_as_wide && bytes.size() == 1) value = static_cast<uint64_t>(static_cast<int8_t>(value));
    add(address, role, what, static_cast<unsigned>(lane), value);
  }
}

void ValueReference::step(const Step& step) {
  for (size_t i = 0; i < step.line.accesses.size(); i++) {
    const bool stores = step.line.accesses[i].stores;
    const std::string& bytes = stores && fault_ == Fault::stores_before_the_store ? step.accessed[0] : step.accessed[i];
    add_bytes(step.address, stores ? Role::stored : Role::loaded, static_cast<unsigned>(i), bytes);
  }
  unsigned x87_number = x87_what;
  for (const Write& write : step.line.writes) {
    if (write.by_the_way || (write.loads && fault_ != Fault::loads_are_results)) continue;
    const unsigned what = write.file == File::general ? write.number : write.file == File::vector ? vector_what + write.number : x87_number++;
    add_bytes(step.address, Role::result, what, result_of(step, write));
  }
  for (const Operand& operand : step.line.operands)
    add_bytes(step.address, Role::operand, fault_ == Fault::divisor_is_numerator ? 1 - operand.which : operand.which, operand_of(step, operand));
  if (!step.line.begins_function) return;
  static constexpr unsigned of_the_abi[] = {7, 6, 2, 1, 8, 9};
  for (unsigned i = 0; i < std::size(of_the_abi); i++)
    add(step.address, Role::parameter, i, 0, step.before.general[fault_ == Fault::parameters_in_order_of_encoding ? i : of_the_abi[i]]);
}

// Values come as runs; an entry that has grown stands behind those that are as frequent.
ValueTable ValueReference::table_of(const std::vector<uint64_t>& values) const {
  const size_t size = fault_ == Fault::table_of_nine ? table_size - 1 : table_size, half = (size + 1) / 2;
  ValueTable table;
  std::vector<Entry>& entries = table.entries;
  uint64_t interval = least_clear_interval, since = 0;
  for (size_t first = 0, end; first < values.size(); first = end) {
    for (end = first + 1; end < values.size() && values[end] == values[first]; end++) table.repeats++;
    const uint64_t run = end - first;
    auto entry = std::find_if(entries.begin(), entries.end(), [&](const Entry& each) { return each.first == values[first]; });
    if (entry != entries.end()) {
      entry->second += run;
    } else if (entries.size() < size) {
      entries.emplace_back(values[first], run);
    } else if (fault_ == Fault::latest_is_replaced) {
      entries.front() = {values[first], run};
    } else if (fault_ != Fault::newcomers_are_refused) {
      entries.back() = {values[first], run};
    }
    const Entry grown = {values[first], 0};
    std::stable_sort(entries.begin(), entries.end(), [&](const Entry& left, const Entry& right) {
      if (left.second != right.second) return left.second > right.second;
      if (fault_ == Fault::equals_go_in_front) return left.first == grown.first && right.first != grown.first;
      return right.first == grown.first && left.first != grown.first;
    });
    since += run;
    if (fault_ == Fault::nothing_is_cleared || since <= interval) continue;
    const uint64_t twice = entries.size() >= half ? 2 * entries[half - 1].second : 0;
    if (entries.size() > half) entries.resize(half);
    interval = fault_ == Fault::cleared_at_fixed_intervals ? least_clear_interval : std::max(least_clear_interval, twice);
    since = 0;
  }
  table.executions = values.size();
  table.zeros = static_cast<uint64_t>(std::count(values.begin(), values.end(), 0u));
  if (fault_ == Fault::zero_is_no_value) table.zeros = 0;
  if (fault_ == Fault::any_value_repeats) table.repeats = values.size() - std::min<size_t>(values.size(), entries.size());
  return table;
}

std::map<StreamKey, ValueTable> ValueReference::tables() const {
  std::map<StreamKey, ValueTable> tables;
  for (const auto& [key, values] : streams_) tables[key] = table_of(values);
  return tables;
}

}  // namespace hagstone::register_truth
