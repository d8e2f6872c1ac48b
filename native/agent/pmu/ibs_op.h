// SPDX-License-Identifier: MIT
// The registers of AMD's instruction-based sampling of operations, as the kernel hands them on in PERF_SAMPLE_RAW
// (AMD PPR, MSRC001_1033 to MSRC001_1039; arch/x86/events/amd/ibs.c: a 32-bit word of capabilities, then the registers).
#ifndef HAGSTONE_PMU_IBS_OP_H
#define HAGSTONE_PMU_IBS_OP_H

#include <stdint.h>

namespace hagstone {

struct IbsOperation {
  bool load;
  bool store;
  bool prefetch;             // a software prefetch: no access
  bool address_valid;
  bool instruction_valid;
  uint32_t width;            // bytes of the operation, 0: unknown
  uint32_t latency;          // cycles of a load that missed the first-level cache, 0: none or not known
  bool missed_last_level;    // a load was served by memory or by another processor's cache
  uint64_t instruction;
  uint64_t address;
};

// `raw` without PERF_SAMPLE_RAW's own length. False if it is too short.
[[nodiscard]] bool read_ibs_operation(const uint8_t *raw, uint32_t length, IbsOperation &operation);

}  // namespace hagstone

#endif
