// SPDX-License-Identifier: MIT
// The accesses of the reuse samples in resources/samples, in the order of their loops, as if a sampler observed
// every access. Each program's data consists of aligned elements of 8 bytes.
#ifndef HAGSTONE_COMMON_TEST_ACCESS_TRACES_H
#define HAGSTONE_COMMON_TEST_ACCESS_TRACES_H

#include <cstdint>
#include <string>
#include <vector>

struct Access {
  uint32_t element;  // address / 8
  uint32_t place;    // instruction that makes it, numbered from 0 within the sample
};

using AccessTrace = std::vector<Access>;

constexpr uint64_t element_bytes = 8;

// Names of the samples, as the programs are called.
const std::vector<std::string> &access_trace_names();

// The trace of a sample, at most 5 million accesses. `name` is one of the above.
AccessTrace access_trace(const std::string &name);

#endif
