// SPDX-License-Identifier: GPL-2.0-or-later
// The values that instructions compute.
#ifndef HAGSTONE_TRUTH_COMPUTED_VALUES_H
#define HAGSTONE_TRUTH_COMPUTED_VALUES_H

#include <cstdint>
#include <string>
#include <string_view>

#include "forms.h"

namespace hagstone::truth {

template <typename T> std::string bytes_of(const T& value, size_t bytes = sizeof(T)) {
  return {reinterpret_cast<const char*>(&value), bytes};
}
// The number in the first 8 bytes.
uint64_t number_of(const std::string& bytes);

uint64_t changed(Change change, uint64_t old, uint64_t operand);

// All 32 bytes of a vector register after `value` was loaded into it.
std::string vector_after(std::string_view mnemonic, const std::string& before, const std::string& value);

}  // namespace hagstone::truth

#endif
