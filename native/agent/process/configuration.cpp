// SPDX-License-Identifier: MIT
#include "process/configuration.h"

#include "base/system_call.h"
#include "base/environment.h"
#include "base/text.h"
#include "common/agent_environment.h"
#include "common/rank.h"
#include "pmu/sampling_period.h"
#include "process/exec/preload_list.h"
#include "sampling/clocks/cpu_timer.h"
#include "sampling/tools/tool.h"
#include "watch/perf_event.h"

namespace hagstone {

namespace {

constexpr char variable_prefix[] = "HAGSTONE_";
constexpr char preload_variable[] = "LD_PRELOAD";

// "DEVICE:INODE".
bool read_identity(const char *text, RecordingIdentity &identity) {
  char device[32] = {};
  const char *colon = text;
  while (*colon && *colon != ':') colon++;
  const size_t length = static_cast<size_t>(colon - text);
  if (!*colon || length >= sizeof device) return false;
  for (size_t i = 0; i < length; i++) device[i] = text[i];
  return parse_number(device, identity.device) && parse_number(colon + 1, identity.inode) && identity.inode;
}

class Reader {
 public:
  explicit Reader(char **environment) : environment_(environment) {}
  bool good() const { return good_; }

  uint64_t number(const char *name, uint64_t otherwise, uint64_t lowest, uint64_t highest) {
    uint64_t value = otherwise;
    const char *text = find_variable(environment_, name);
    if (text && (!parse_number(text, value) || value < lowest || value > highest)) good_ = false;
    return value;
  }
  // Like number(), but 0 is allowed.
  uint64_t number_or_zero(const char *name, uint64_t otherwise, uint64_t lowest, uint64_t highest) {
    const char *text = find_variable(environment_, name);
    return text && text_equal(text, "0") ? 0 : number(name, otherwise, lowest, highest);
  }

  // Empty if there is none.
  template <size_t size>
  void copy(const char *name, char (&copy)[size]) {
    const char *text = find_variable(environment_, name);
    copy[0] = 0;
    if (!text) return;
    if (text_length(text) < size)
      TextBuilder(copy, size).text(text);
    else
      good_ = false;
  }
  RecordingIdentity identity(const char *name) {
    RecordingIdentity identity = {};
    const char *text = find_variable(environment_, name);
    if (text && !read_identity(text, identity)) good_ = false;
    return identity;
  }

  struct Choice {
    const char *text;
    uint32_t value;
  };
  template <unsigned count>
  uint32_t choice(const char *name, const Choice (&choices)[count]) {
    const char *text = find_variable(environment_, name);
    if (!text) return choices[0].value;
    for (const Choice &choice : choices)
      if (text_equal(text, choice.text)) return choice.value;
    good_ = false;
    return choices[0].value;
  }

 private:
  char **environment_;
  bool good_ = true;
};

// A comma-separated list of names of tools, each at most once.
bool read_tools(const char *text, SamplingSettings &sampling) {
  for (;;) {
    size_t length = 0;
    while (text[length] && text[length] != ',') length++;
    const Tool *tool = find_tool(text, length);
    if (!tool || sampling.tool_count == SamplingSettings::max_tools) return false;
    for (unsigned i = 0; i < sampling.tool_count; i++)
      if (sampling.tools[i] == tool) return false;
    sampling.tools[sampling.tool_count++] = tool;
    if (!text[length]) return true;
    text += length + 1;
  }
}

uint64_t read_period(Reader &reader, hagstone_engine engine) {
  constexpr uint64_t longest = 1'000'000'000'000;
  if (engine == HAGSTONE_ENGINE_SOFTWARE)
    return hagstone_nearest_prime(reader.number(HAGSTONE_ENVIRONMENT_PERIOD, 10'000'000, 100'000, longest));
  return sampling_period(engine, reader.number(HAGSTONE_ENVIRONMENT_PERIOD, 5'000'000, 1'000, longest));
}

// Fine enough for periods between early and steady to follow the cost of sampling.
constexpr uint32_t base_periods_in_early = 4;

// `period`: the steady one; becomes the base period.
PaceSettings read_pace(Reader &reader, const Configuration &configuration, uint64_t &period) {
  constexpr uint64_t shortest = 100'000, usual_time = 3'000'000'000, longest_time = uint64_t{1} << 60;
  PaceSettings pace = {period, 1, 1, 0, configuration.sampling.max_overhead};
  const bool by_ticks = configuration.transport == HAGSTONE_TRANSPORT_TRACER;
  const uint64_t kept = by_ticks ? shortest_timer_period() : 0;
  const uint64_t asked = reader.number(HAGSTONE_ENVIRONMENT_EARLY_PERIOD, period, shortest, UINT64_MAX);
  const uint64_t early = asked < kept ? kept : asked;
  const uint64_t time = reader.number(HAGSTONE_ENVIRONMENT_EARLY_TIME, usual_time, 0, longest_time);
  if (early >= period || !time || configuration.engine != HAGSTONE_ENGINE_SOFTWARE) return pace;
  const uint64_t base = hagstone_prime_from(early / base_periods_in_early);
  pace = {base, base_periods_in_early, static_cast<uint32_t>((period + base / 2) / base), time,
          configuration.sampling.max_overhead};
  period = base;
  return pace;
}

uint64_t random_seed() {
  uint64_t seed = 0;
  call(SYS_getrandom, &seed, sizeof seed, 0);
  return seed;
}

}  // namespace

bool read_configuration(char **environment, Configuration &configuration) {
  Reader reader(environment);
  reader.copy(HAGSTONE_ENVIRONMENT_RECORDING, configuration.directory);
  // Empty: the user wants this program left alone.
  if (!configuration.directory[0]) return true;
  configuration.identity = reader.identity(HAGSTONE_ENVIRONMENT_RECORDING_IDENTITY);
  SamplingSettings &sampling = configuration.sampling;
  configuration.engine = static_cast<hagstone_engine>(reader.choice(
      HAGSTONE_ENVIRONMENT_ENGINE,
      {{"software", HAGSTONE_ENGINE_SOFTWARE}, {"pebs", HAGSTONE_ENGINE_PEBS}, {"ibs", HAGSTONE_ENGINE_IBS}}));
  reader.copy(HAGSTONE_ENVIRONMENT_EVENTS, configuration.events);
  sampling.driver = configuration.engine == HAGSTONE_ENGINE_SOFTWARE ? HAGSTONE_DRIVER_CPU_TIME : HAGSTONE_DRIVER_ACCESSES;
  sampling.period = read_period(reader, configuration.engine);
  sampling.seed = find_variable(environment, HAGSTONE_ENVIRONMENT_SEED)
                      ? reader.number(HAGSTONE_ENVIRONMENT_SEED, 0, 0, UINT64_MAX)
                      : random_seed();
  sampling.skip_range = static_cast<uint32_t>(reader.number(HAGSTONE_ENVIRONMENT_SKIP_RANGE, 8, 1, 64));
  sampling.stop_budget = static_cast<uint32_t>(reader.number(HAGSTONE_ENVIRONMENT_STOP_BUDGET, 8, 1, 64));
  sampling.depth_cap = static_cast<uint32_t>(reader.number(HAGSTONE_ENVIRONMENT_DEPTH_CAP, 512, 8, 4096));
  sampling.reservoir = static_cast<hagstone_reservoir>(
      reader.choice(HAGSTONE_ENVIRONMENT_RESERVOIR, {{"registers", HAGSTONE_RESERVOIR_REGISTERS},
                                                     {"common", HAGSTONE_RESERVOIR_COMMON},
                                                     {"oldest", HAGSTONE_RESERVOIR_OLDEST},
                                                     {"never", HAGSTONE_RESERVOIR_NEVER}}));
  sampling.attribution = static_cast<hagstone_attribution>(
      reader.choice(HAGSTONE_ENVIRONMENT_ATTRIBUTION,
                    {{"proportional", HAGSTONE_ATTRIBUTION_PROPORTIONAL}, {"none", HAGSTONE_ATTRIBUTION_NONE}}));
  configuration.transport = static_cast<hagstone_transport>(
      reader.choice(HAGSTONE_ENVIRONMENT_TRANSPORT, {{"auto", static_cast<uint32_t>(delivery_by_kernel())},
                                                     {"sigtrap", HAGSTONE_TRANSPORT_SIGTRAP},
                                                     {"async", HAGSTONE_TRANSPORT_ASYNC},
                                                     {"tracer", HAGSTONE_TRANSPORT_TRACER}}));
  configuration.watch_registers = static_cast<uint32_t>(
      reader.number(HAGSTONE_ENVIRONMENT_WATCH_REGISTERS, DebugRegisters::capacity, 1, DebugRegisters::capacity));
  configuration.trap_log_bytes = reader.number(HAGSTONE_ENVIRONMENT_TRAP_LOG, 64 << 20, 0, uint64_t{1} << 40);
  configuration.trace_bytes = reader.number(HAGSTONE_ENVIRONMENT_TRACE, 32 << 20, 0, uint64_t{1} << 40);
  configuration.follow_children = reader.choice(HAGSTONE_ENVIRONMENT_FOLLOW, {{"children", 1}, {"none", 0}}) == 1;
  sampling.tolerance = static_cast<uint32_t>(reader.number(HAGSTONE_ENVIRONMENT_TOLERANCE, 10'000'000, 0, 999'999'999));
  sampling.granularity = reader.choice(HAGSTONE_ENVIRONMENT_GRANULARITY, {{"8", 8}, {"1", 1}, {"64", 64}});
  sampling.reuse_of_other = reader.choice(HAGSTONE_ENVIRONMENT_REUSE_OF, {{"same", 0}, {"other", 1}}) == 1;
  sampling.max_overhead =
      static_cast<uint32_t>(reader.number_or_zero(HAGSTONE_ENVIRONMENT_MAX_OVERHEAD, 50'000, 1'000, 1'000'000));
  configuration.pace = read_pace(reader, configuration, sampling.period);
  configuration.rank = hagstone_rank(environment);
  const char *tools = find_variable(environment, HAGSTONE_ENVIRONMENT_TOOLS);
  const bool tools_known = read_tools(tools ? tools : dead_stores.name, sampling);
  return reader.good() && tools_known;
}

void leave_environment(char **environment) {
  char **kept = environment;
  size_t preload = sizeof preload_variable - 1;
  for (char **variable = environment; *variable; variable++) {
    if (text_starts_with(*variable, variable_prefix)) continue;
    if (text_starts_with(*variable, preload_variable) && (*variable)[preload] == '=') {
      remove_agent(*variable + preload + 1);
      if (!(*variable)[preload + 1]) continue;
    }
    *kept++ = *variable;
  }
  *kept = nullptr;
}

}  // namespace hagstone
