// SPDX-License-Identifier: MIT
#include "event_selection.h"

#include "event_override.h"
#include "event_table.h"
#include "event_terms.h"

namespace hagstone {

namespace {

// The sampled instruction itself, if the processor supports it (perf_event_open(2), precise_ip).
constexpr uint8_t zero_skid = 2;

// Whole retired loads and stores; the same numbers on every Intel core since Haswell, also on those to come that only
// their PMU's own list describes.
constexpr uint64_t usual_load_count = 0x81d0;
constexpr uint64_t usual_store_count = 0x82d0;
constexpr uint64_t load_latency_config = 0x01cd;

// AMD PPR, PMCx029 LsDispatch: loads 1, stores 2, operations that are both 4. Dispatched, not retired.
constexpr uint64_t amd_load_count = 0x0529;
constexpr uint64_t amd_store_count = 0x0629;

constexpr struct {
  const char *name;
  bool efficient;
} intel_pmus[] = {{"cpu", false}, {"cpu_core", false}, {"cpu_atom", true}, {"cpu_lowpower", true}};

void add_sampling(EventSelection &selection, const PmuEvent &event) {
  if (selection.sampling_count < EventSelection::capacity) selection.sampling[selection.sampling_count++] = event;
}

void add_counting(EventSelection &selection, uint32_t type, uint64_t loads, uint64_t stores) {
  if (selection.counting_count + 2 > EventSelection::capacity) return;
  selection.counting[selection.counting_count++] = {WantedAccess::loads, type, loads, 0, 0, 0, true, true};
  selection.counting[selection.counting_count++] = {WantedAccess::stores, type, stores, 0, 0, 0, true, true};
}

void add_known_core(EventSelection &selection, uint32_t type, const CoreEvents &core) {
  add_sampling(selection, {WantedAccess::loads, type, core.load_config, core.load_latency_threshold, 0, zero_skid, true,
                           core.load_config == core.load_count_config});
  if (core.store_config)
    add_sampling(selection, {WantedAccess::stores, type, core.store_config, 0, 0, zero_skid, true,
                             core.store_config == core.store_count_config});
  add_counting(selection, type, core.load_count_config, core.store_count_config);
}

// False if the PMU lists no memory events.
bool add_listed_core(SystemFiles &files, const char *pmu, uint32_t type, EventSelection &selection) {
  EventConfig loads, stores;
  const bool has_loads = read_listed_event(files, pmu, "mem-loads", loads);
  const bool has_stores = read_listed_event(files, pmu, "mem-stores", stores);
  if (has_loads)
    add_sampling(selection, {WantedAccess::loads, type, loads.config, loads.config1, loads.config2, zero_skid, true,
                             loads.config == usual_load_count});
  if (has_stores)
    add_sampling(selection, {WantedAccess::stores, type, stores.config, stores.config1, stores.config2, zero_skid, true,
                             stores.config == usual_store_count});
  if (has_loads || has_stores) add_counting(selection, type, usual_load_count, usual_store_count);
  return has_loads || has_stores;
}

bool wants_auxiliary_event(SystemFiles &files, const char *pmu) {
  EventConfig auxiliary;
  return read_listed_event(files, pmu, "mem-loads-aux", auxiliary);
}

bool samples_load_latency(const EventSelection &selection) {
  for (unsigned i = 0; i < selection.sampling_count; i++)
    if (selection.sampling[i].config == load_latency_config) return true;
  return false;
}

SelectionProblem select_pebs(const Processor &processor, SystemFiles &files, const char *events,
                             EventSelection &selection) {
  const ProcessorCores cores = cores_of(processor);
  bool found_pmu = false, auxiliary = false;
  selection.processor = cores.performance ? cores.performance->name : "a processor that Hagstone does not know";
  for (const auto &pmu : intel_pmus) {
    uint32_t type;
    if (processor.vendor != ProcessorVendor::intel || !read_pmu_type(files, pmu.name, type)) continue;
    found_pmu = true;
    auxiliary |= wants_auxiliary_event(files, pmu.name);
    if (const CoreEvents *core = pmu.efficient ? cores.efficient : cores.performance)
      add_known_core(selection, type, *core);
    else
      add_listed_core(files, pmu.name, type, selection);
  }
  if (!found_pmu && !selection.named) return SelectionProblem::no_pmu;
  if (events && !parse_events(events, selection)) return SelectionProblem::bad_events;
  selection.data_source = !(auxiliary && samples_load_latency(selection));
  return selection.sampling_count ? SelectionProblem::none : SelectionProblem::unknown_processor;
}

SelectionProblem select_ibs(const Processor &processor, SystemFiles &files, const char *events, EventSelection &selection) {
  uint32_t type, core_type;
  if (processor.vendor != ProcessorVendor::amd || !read_pmu_type(files, "ibs_op", type)) return SelectionProblem::no_pmu;
  const char *generation = amd_generation(processor);
  selection.processor = generation ? generation : "AMD with instruction-based sampling";
  selection.data_source = true;
  EventConfig sampling = {};
  // Without it the period is one of cycles: a sample then represents time, not operations.
  if (!set_event_term(files, "ibs_op", "cnt_ctl", 1, sampling)) return SelectionProblem::unknown_processor;
  const bool filters = set_event_term(files, "ibs_op", "swfilt", 1, sampling);
  add_sampling(selection, {WantedAccess::both, type, sampling.config, 0, sampling.config2, 0, filters, false});
  if (read_pmu_type(files, "cpu", core_type)) add_counting(selection, core_type, amd_load_count, amd_store_count);
  if (events && !parse_events(events, selection)) return SelectionProblem::bad_events;
  return SelectionProblem::none;
}

}  // namespace

bool EventSelection::samples(WantedAccess kind) const {
  for (unsigned i = 0; i < sampling_count; i++)
    if (includes(sampling[i].kind, kind)) return true;
  return false;
}

bool EventSelection::samples_all(WantedAccess kinds) const {
  return (!includes(kinds, WantedAccess::loads) || samples(WantedAccess::loads)) &&
         (!includes(kinds, WantedAccess::stores) || samples(WantedAccess::stores));
}

SelectionProblem select_events(const Processor &processor, SystemFiles &files, hagstone_engine engine, const char *events,
                               EventSelection &selection) {
  selection = {};
  selection.engine = engine;
  selection.named = events != nullptr;
  return engine == HAGSTONE_ENGINE_IBS ? select_ibs(processor, files, events, selection)
                                       : select_pebs(processor, files, events, selection);
}

}  // namespace hagstone
