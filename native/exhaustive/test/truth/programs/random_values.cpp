// SPDX-License-Identifier: GPL-2.0-or-later
#include "random_values.h"

#include <bit>
#include <cmath>
#include <iterator>
#include <limits>

namespace hagstone::truth {

namespace {

// Values close to each other in every way that a comparison may take for equal or not: within and beyond 1 % (of the
// earlier or of the later value only) and exactly that, signs of zero, denormals.
constexpr double numbers[] = {1.0,   1.004,  1.012,     0.0,       -0.0,     100.0, 101.005,
                              100.99, -1.0, 1e300, 1e-310, 2.5, 1.005e-310, 1.02e-310, -1e-310, 101.0};
constexpr double not_finite_constants[] = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                                           std::numeric_limits<double>::quiet_NaN()};

// Its infinities, NaNs and zeros aside: too large ones become 1e30, f64's denormals f32's.
float single(double number) {
  if (std::fabs(number) > 1e30) return 1e30F;
  return static_cast<float>(std::fabs(number) < 1e-300 ? number * 1e270 : number);
}

uint64_t as_single(double number) { return UINT64_C(0x100000001) * std::bit_cast<uint32_t>(single(number)); }

constexpr uint64_t sign_of_double = UINT64_C(1) << 63, signs_of_singles = UINT64_C(0x8000000080000000);

}  // namespace

uint64_t RandomValues::integer() {
  static constexpr uint64_t values[] = {0, 1, 0xff, 0x100, 0x0101010101010101, 0x8000000000000000, 0xffffffffffffffff, 0x7f};
  return chance(80) ? values[below(std::size(values))] : random_();
}

uint32_t RandomValues::not_finite_single() {
  static constexpr uint32_t values[] = {0x7f800000, 0xff800000, 0x7fc00000, 0x7fc00001};
  return values[below(std::size(values))];
}

uint64_t RandomValues::not_finite() {
  static constexpr uint64_t wide[] = {0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x7ff8000000000001};
  return chance(50) ? wide[below(std::size(wide))] : UINT64_C(0x100000001) * not_finite_single();
}

uint64_t RandomValues::floating() {
  if (chance(15)) return integer();
  if (chance(50)) {
    if (chance(15)) return not_finite();
    return std::bit_cast<uint64_t>(numbers[below(std::size(numbers))]);
  }
  uint64_t both = 0;
  for (int i = 0; i < 2; i++) {
    const uint32_t one =
        chance(15) ? not_finite_single() : std::bit_cast<uint32_t>(single(numbers[below(std::size(numbers))]));
    both = both << 32 | one;
  }
  return both;
}

RandomValues::Neighbours RandomValues::neighbours() {
  static constexpr double near[3][4] = {
      {1.0, 1.004, 1.012, 1.0}, {100.0, 101.005, 100.99, 101.0}, {1e-310, 1.005e-310, 1.02e-310, 1e-310}};
  const bool wide = chance(50);
  switch (below(4)) {
    case 0: {
      const uint64_t signs = wide ? sign_of_double : signs_of_singles;
      return {chance(50) ? signs : 0, chance(50) ? signs : 0};
    }
    case 1: return {not_finite(), not_finite()};
    default: {
      const auto& values = near[below(std::size(near))];
      const double first = values[below(4)], second = values[below(4)];
      if (wide) return {std::bit_cast<uint64_t>(first), std::bit_cast<uint64_t>(second)};
      return {as_single(first), as_single(second)};
    }
  }
}

std::vector<uint64_t> floating_constants() {
  std::vector<uint64_t> constants;
  for (double number : numbers) constants.push_back(std::bit_cast<uint64_t>(number));
  for (double number : not_finite_constants) constants.push_back(std::bit_cast<uint64_t>(number));
  return constants;
}

uint32_t constant_of_any_size(RandomValues& random) {
  static constexpr uint32_t of_any_size[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 15, 16, 17, 18};
  return of_any_size[random.below(std::size(of_any_size))];
}

}  // namespace hagstone::truth
