// SPDX-License-Identifier: MIT
// The access streams of WITCH section 4, for any sampler with store(context, address): each address represents all
// bytes that the store accesses.
#ifndef HAGSTONE_COMMON_TEST_WITCH_STREAMS_H
#define HAGSTONE_COMMON_TEST_WITCH_STREAMS_H

#include <cmath>
#include <cstdint>

namespace witch {

constexpr uint64_t elements = 2'000;
constexpr uint64_t far_away = uint64_t{1} << 40;

// Listing 3, contexts by its line numbers: the pairs 3-11, 11-3, 7-8 and 8-7 are a quarter each.
template <typename Sampler>
void listing_3(Sampler &sampler, int rounds) {
  for (int round = 0; round < rounds; round++) {
    for (uint64_t i = 0; i < elements; i++) sampler.store(3, i);
    for (uint64_t k = 0; k < elements; k++) {
      sampler.store(7, far_away);
      sampler.store(8, far_away);
    }
    for (uint64_t j = 0; j < elements; j++) sampler.store(11, j);
  }
}

// Figure 2: dead stores to a, b and x in the ratio 3 : 2 : 1, those to x dense.
constexpr int place_a = 1, place_b = 2, place_x = 16, place_x_again = 17;
template <typename Sampler>
void figure_2(Sampler &sampler, int rounds) {
  for (int round = 0; round < rounds; round++) {
    for (uint64_t i = 0; i < 3 * elements; i++) sampler.store(place_a, i);
    for (uint64_t j = 0; j < 2 * elements; j++) sampler.store(place_b, far_away + j);
    for (uint64_t k = 0; k < elements / 2; k++) {
      sampler.store(place_x, 2 * far_away);
      sampler.store(place_x_again, 2 * far_away);
    }
  }
}

// Largest difference of a share by chance, 10^-6 on both sides: 4.9 standard deviations of the binomial.
inline double binomial_bound(double share, uint64_t samples) {
  return 4.9 * std::sqrt(share * (1 - share) / static_cast<double>(samples));
}

}  // namespace witch

#endif
