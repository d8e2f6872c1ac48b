// SPDX-License-Identifier: MIT
#include "processor.h"

#include <cpuid.h>

namespace hagstone {

namespace {

constexpr uint32_t text(const char (&name)[5]) {
  return static_cast<uint32_t>(name[0]) | static_cast<uint32_t>(name[1]) << 8 | static_cast<uint32_t>(name[2]) << 16 |
         static_cast<uint32_t>(name[3]) << 24;
}

}  // namespace

Processor this_processor() {
  uint32_t highest, ebx, ecx, edx, signature;
  Processor processor = {ProcessorVendor::other, 0, 0};
  if (!__get_cpuid(0, &highest, &ebx, &ecx, &edx)) return processor;
  if (ebx == text("Genu") && edx == text("ineI") && ecx == text("ntel")) processor.vendor = ProcessorVendor::intel;
  if (ebx == text("Auth") && edx == text("enti") && ecx == text("cAMD")) processor.vendor = ProcessorVendor::amd;
  if (!__get_cpuid(1, &signature, &ebx, &ecx, &edx)) return processor;
  const uint32_t family = signature >> 8 & 0xf;
  processor.family = family;
  processor.model = signature >> 4 & 0xf;
  // Intel SDM vol. 2, CPUID: the extended fields count for families 6 and 15 only; AMD's: for 15.
  if (family == 0xf) processor.family += signature >> 20 & 0xff;
  if (family == 0x6 || family == 0xf) processor.model |= (signature >> 16 & 0xf) << 4;
  return processor;
}

}  // namespace hagstone
