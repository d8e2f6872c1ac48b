// SPDX-License-Identifier: GPL-2.0-or-later
// Random numbers that are the same on every machine, and values for generated programs to store.
#ifndef HAGSTONE_TRUTH_RANDOM_VALUES_H
#define HAGSTONE_TRUTH_RANDOM_VALUES_H

#include <cstdint>
#include <random>
#include <vector>

namespace hagstone::truth {

class RandomValues {
 public:
  explicit RandomValues(uint64_t seed) : random_(seed) {}

  // Not std::uniform_int_distribution, whose numbers differ between libraries.
  uint64_t below(uint64_t limit) { return random_() % limit; }
  bool chance(unsigned percent) { return below(100) < percent; }
  // A size or count between two others, ends included.
  uint32_t between(uint32_t least, uint32_t most) { return static_cast<uint32_t>(least + below(most - least + 1)); }

  uint64_t integer();
  // 8 bytes as one f64 or two f32.
  uint64_t floating();
  // Infinities and NaNs, as one f64 or two f32.
  uint64_t not_finite();
  // Two values close to each other, once more in 8 bytes.
  struct Neighbours {
    uint64_t first, second;
  };
  Neighbours neighbours();

 private:
  uint32_t not_finite_single();

  std::mt19937_64 random_;
};

// Values for the x87 to load as f64, in memory order.
std::vector<uint64_t> floating_constants();
// One of them that is also an f32: none that overflows or is denormal.
uint32_t constant_of_any_size(RandomValues& random);

}  // namespace hagstone::truth

#endif
