// SPDX-License-Identifier: GPL-2.0-or-later
#include "repeats.h"

#include <cmath>
#include <cstring>

namespace hagstone::truth {

namespace {

size_t size_of(Element element) {
  switch (element) {
    case Element::f32: return 4;
    case Element::f64: return 8;
    case Element::f80: return 10;
    case Element::bytes: return 1;
  }
  return 1;
}

long double number_of(Element element, std::string_view bytes) {
  if (element == Element::f32) {
    float value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  if (element == Element::f64) {
    double value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  long double value = 0;
  std::memcpy(&value, bytes.data(), 10);
  return value;
}

// Encodings that the x87 does not take for numbers: without the integer bit although the exponent is not that of zero.
// (With the bit and that exponent they are numbers: Intel's manual calls them pseudo-denormal.)
bool is_number(Element element, std::string_view bytes) {
  if (element != Element::f80) return true;
  uint16_t exponent;
  std::memcpy(&exponent, bytes.data() + 8, 2);
  return (exponent & 0x7fff) == 0 || (bytes[7] & 0x80);
}

bool element_repeats(Element element, std::string_view earlier, std::string_view later, uint64_t tolerance, Fault fault) {
  const bool same_bits = earlier == later;
  if (element == Element::bytes) {
    if (fault == Fault::tolerance_of_integers)
      return std::fabs(static_cast<double>(static_cast<uint8_t>(later[0])) - static_cast<uint8_t>(earlier[0])) <=
             0.01 * static_cast<uint8_t>(earlier[0]);
    return same_bits;
  }
  if (fault == Fault::floating_point_bit_by_bit) return same_bits;
  if (fault == Fault::extended_as_bytes && element == Element::f80) return same_bits;
  if (!is_number(element, earlier) || !is_number(element, later)) return same_bits;
  const long double old_value = number_of(element, earlier), new_value = number_of(element, later);
  if (std::isnan(old_value) || std::isnan(new_value))
    return fault == Fault::nan_equals_nan ? std::isnan(old_value) && std::isnan(new_value) : same_bits;
  if (std::isinf(old_value) || std::isinf(new_value))
    return fault == Fault::infinities_are_alike ? std::isinf(old_value) && std::isinf(new_value) : old_value == new_value;
  if (fault == Fault::zeros_differ && old_value == 0 && new_value == 0) return same_bits;
  const long double scale = fault == Fault::tolerance_of_the_new_value ? new_value : old_value;
  // Whole billionths, so that values on the bound are within; of numbers near 1, as some of 80 bits times these are none.
  int exponent;
  const long double bound = static_cast<long double>(tolerance) * std::fabs(std::frexp(scale, &exponent));
  const long double difference = 1e9L * std::fabs(std::ldexp(new_value - old_value, -exponent));
  return fault == Fault::tolerance_is_exclusive ? difference < bound || difference == 0 : difference <= bound;
}

}  // namespace

bool repeats(Element element, std::string_view earlier, std::string_view later, uint64_t tolerance, Fault fault) {
  const size_t size = size_of(element);
  bool all = true, any = false;
  for (size_t at = 0; at + size <= later.size(); at += size) {
    const bool one = element_repeats(element, earlier.substr(at, size), later.substr(at, size), tolerance, fault);
    all = all && one;
    any = any || one;
  }
  return fault == Fault::one_element_is_enough ? any : all;
}

}  // namespace hagstone::truth
