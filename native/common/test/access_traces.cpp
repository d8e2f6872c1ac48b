// SPDX-License-Identifier: MIT
#include "access_traces.h"

#include <map>

#include "reuse_samples.h"

namespace {

void cyclic_sweep(AccessTrace &trace) {
  constexpr uint32_t sweeps = 50;
  for (uint32_t sweep = 0; sweep < sweeps; sweep++)
    for (uint32_t i = 0; i < CYCLIC_LENGTH; i++) trace.push_back({i, 0});
}

void random_accesses(AccessTrace &trace, uint32_t length, uint32_t count, uint32_t place, uint64_t &state) {
  for (uint32_t i = 0; i < count; i++) trace.push_back({static_cast<uint32_t>(next_index(&state, length)), place});
}

void random_access(AccessTrace &trace) {
  uint64_t state = RANDOM_SEED;
  random_accesses(trace, RANDOM_LENGTH, 2'000'000, 0, state);
}

void two_phases(AccessTrace &trace) {
  uint64_t state = RANDOM_SEED;
  random_accesses(trace, SMALL_LENGTH, PHASE_ACCESSES, 0, state);
  random_accesses(trace, LARGE_LENGTH, PHASE_ACCESSES, 1, state);
}

void blocked_loop(AccessTrace &trace) {
  constexpr uint32_t rounds = 5;
  for (uint32_t round = 0; round < rounds; round++)
    for (uint32_t block = 0; block < BLOCKS; block++)
      for (uint32_t repeat = 0; repeat < BLOCK_REPEATS; repeat++)
        for (uint32_t i = 0; i < BLOCK_LENGTH; i++) trace.push_back({block * BLOCK_LENGTH + i, 0});
}

constexpr uint32_t a(uint32_t row, uint32_t column) { return row * MATRIX_ROWS + column; }
constexpr uint32_t b(uint32_t row, uint32_t column) { return MATRIX_ELEMENTS + a(row, column); }
constexpr uint32_t c(uint32_t row, uint32_t column) { return 2 * MATRIX_ELEMENTS + a(row, column); }

constexpr uint32_t matrix_products = 2;

void matrix_ijk(AccessTrace &trace) {
  for (uint32_t product = 0; product < matrix_products; product++)
    for (uint32_t i = 0; i < MATRIX_ROWS; i++)
      for (uint32_t j = 0; j < MATRIX_ROWS; j++) {
        for (uint32_t k = 0; k < MATRIX_ROWS; k++) {
          trace.push_back({a(i, k), 0});
          trace.push_back({b(k, j), 1});
        }
        trace.push_back({c(i, j), 2});
      }
}

void matrix_ikj(AccessTrace &trace) {
  for (uint32_t product = 0; product < matrix_products; product++)
    for (uint32_t i = 0; i < MATRIX_ROWS; i++)
      for (uint32_t k = 0; k < MATRIX_ROWS; k++) {
        trace.push_back({a(i, k), 0});
        for (uint32_t j = 0; j < MATRIX_ROWS; j++) {
          trace.push_back({b(k, j), 1});
          trace.push_back({c(i, j), 2});
          trace.push_back({c(i, j), 3});
        }
      }
}

const std::map<std::string, void (*)(AccessTrace &)> generators = {
    {"cyclic_sweep", cyclic_sweep}, {"random_access", random_access}, {"blocked_loop", blocked_loop},
    {"matrix_ijk", matrix_ijk},     {"matrix_ikj", matrix_ikj},       {"two_phases", two_phases},
};

}  // namespace

const std::vector<std::string> &access_trace_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto &[name, generator] : generators) all.push_back(name);
    return all;
  }();
  return names;
}

AccessTrace access_trace(const std::string &name) {
  AccessTrace trace;
  generators.at(name)(trace);
  return trace;
}
