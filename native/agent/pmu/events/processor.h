// SPDX-License-Identifier: MIT
// The processor's model, as far as its memory events depend on it.
#ifndef HAGSTONE_PMU_PROCESSOR_H
#define HAGSTONE_PMU_PROCESSOR_H

#include <stdint.h>

namespace hagstone {

enum class ProcessorVendor : uint8_t { other, intel, amd };

struct Processor {
  ProcessorVendor vendor;
  uint32_t family;  // extended family and model added in, as the vendors' manuals print them
  uint32_t model;
};

// From CPUID leaves 0 and 1.
Processor this_processor();

}  // namespace hagstone

#endif
