// SPDX-License-Identifier: MIT
#include "event_table.h"

namespace hagstone {

namespace {

// Loads of at least this latency: the smallest threshold that the load-latency facility accepts, hence every load that
// it tags (SDM vol. 3, MSR_PEBS_LD_LAT_THRESHOLD).
constexpr uint64_t any_latency = 3;

// Nehalem and Westmere know no store addresses.
constexpr CoreEvents nehalem = {"Nehalem", 0x100b, any_latency, 0, 0x010b, 0x020b};
// MEM_UOPS_RETIRED is precise on Sandy Bridge, but comes without a data address: load latency and precise store.
constexpr CoreEvents sandy_bridge = {"Sandy Bridge", 0x01cd, any_latency, 0x02cd, 0x81d0, 0x82d0};
constexpr CoreEvents haswell = {"Haswell", 0x81d0, 0, 0x82d0, 0x81d0, 0x82d0};
constexpr CoreEvents skylake = {"Skylake", 0x81d0, 0, 0x82d0, 0x81d0, 0x82d0};
constexpr CoreEvents golden_cove = {"Golden Cove", 0x81d0, 0, 0x82d0, 0x81d0, 0x82d0};
constexpr CoreEvents redwood_cove = {"Redwood Cove", 0x81d0, 0, 0x82d0, 0x81d0, 0x82d0};
constexpr CoreEvents lion_cove = {"Lion Cove", 0x81d0, 0, 0x82d0, 0x81d0, 0x82d0};
constexpr CoreEvents goldmont = {"Goldmont", 0x81d0, 0, 0x82d0, 0x81d0, 0x82d0};
constexpr CoreEvents gracemont = {"Gracemont", 0x81d0, 0, 0x82d0, 0x81d0, 0x82d0};
constexpr CoreEvents crestmont = {"Crestmont", 0x81d0, 0, 0x82d0, 0x81d0, 0x82d0};
constexpr CoreEvents skymont = {"Skymont", 0x81d0, 0, 0x82d0, 0x81d0, 0x82d0};

struct ModelCores {
  uint8_t model;  // of family 6
  const CoreEvents *performance;
  const CoreEvents *efficient;
};

// One model to a line where it is named.
// clang-format off
constexpr ModelCores intel_models[] = {
    {0x1a, &nehalem, nullptr},      {0x1e, &nehalem, nullptr},      {0x1f, &nehalem, nullptr},
    {0x2e, &nehalem, nullptr},      {0x25, &nehalem, nullptr},      {0x2c, &nehalem, nullptr},
    {0x2f, &nehalem, nullptr},
    {0x2a, &sandy_bridge, nullptr}, {0x2d, &sandy_bridge, nullptr}, {0x3a, &sandy_bridge, nullptr},
    {0x3e, &sandy_bridge, nullptr},
    {0x3c, &haswell, nullptr},      {0x3f, &haswell, nullptr},      {0x45, &haswell, nullptr},
    {0x46, &haswell, nullptr},      {0x3d, &haswell, nullptr},      {0x47, &haswell, nullptr},
    {0x4f, &haswell, nullptr},      {0x56, &haswell, nullptr},
    {0x4e, &skylake, nullptr},      {0x5e, &skylake, nullptr},      {0x55, &skylake, nullptr},
    {0x8e, &skylake, nullptr},      {0x9e, &skylake, nullptr},      {0xa5, &skylake, nullptr},
    {0xa6, &skylake, nullptr},      {0x66, &skylake, nullptr},      {0x7d, &skylake, nullptr},
    {0x7e, &skylake, nullptr},      {0x6a, &skylake, nullptr},      {0x6c, &skylake, nullptr},
    {0x8c, &skylake, nullptr},      {0x8d, &skylake, nullptr},      {0xa7, &skylake, nullptr},
    {0x97, &golden_cove, &gracemont},  // Alder Lake
    {0x9a, &golden_cove, &gracemont},
    {0xb7, &golden_cove, &gracemont},  // Raptor Lake
    {0xba, &golden_cove, &gracemont},
    {0xbf, &golden_cove, &gracemont},
    {0x8f, &golden_cove, nullptr},     // Sapphire Rapids
    {0xcf, &golden_cove, nullptr},     // Emerald Rapids
    {0xaa, &redwood_cove, &crestmont}, // Meteor Lake
    {0xac, &redwood_cove, &crestmont},
    {0xb5, &redwood_cove, &crestmont}, // Arrow Lake U
    {0xad, &redwood_cove, nullptr},    // Granite Rapids
    {0xae, &redwood_cove, nullptr},
    {0xbd, &lion_cove, &skymont},      // Lunar Lake
    {0xc5, &lion_cove, &skymont},      // Arrow Lake
    {0xc6, &lion_cove, &skymont},
    {0x5c, &goldmont, nullptr},     {0x5f, &goldmont, nullptr},     {0x7a, &goldmont, nullptr},
    {0x86, &goldmont, nullptr},     {0x96, &goldmont, nullptr},     {0x9c, &goldmont, nullptr},
    {0xbe, &gracemont, nullptr},       // Alder Lake N
    {0xaf, &crestmont, nullptr},       // Sierra Forest
    {0xb6, &crestmont, nullptr},       // Grand Ridge
};
// clang-format on

}  // namespace

ProcessorCores cores_of(const Processor &processor) {
  if (processor.vendor == ProcessorVendor::intel && processor.family == 6)
    for (const ModelCores &cores : intel_models)
      if (cores.model == processor.model) return {cores.performance, cores.efficient};
  return {nullptr, nullptr};
}

const char *amd_generation(const Processor &processor) {
  if (processor.vendor != ProcessorVendor::amd) return nullptr;
  const uint32_t model = processor.model;
  switch (processor.family) {
    case 0x17: return model < 0x30 ? "Zen" : "Zen 2";
    case 0x19: return (model >= 0x10 && model <= 0x1f) || model >= 0x60 ? "Zen 4" : "Zen 3";
    case 0x1a: return "Zen 5";
    default: return nullptr;
  }
}

}  // namespace hagstone
