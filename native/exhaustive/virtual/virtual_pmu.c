/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "virtual_pmu.h"

#include "exhaustive/options.h"
#include "sampler.h"
#include "sampled_threads.h"

static struct hagstone_virtual_pmu *pmus;
static uint32_t pmu_count;

static const char *start(void) {
  pmu_count = hagstone_options.virtual_unit_count;
  pmus = hagstone_memory(pmu_count * sizeof *pmus);
  if (!pmus) return "There is no memory for virtual PMUs; ask for fewer.";
  for (uint32_t i = 0; i < pmu_count; i++) {
    const char *wrong = hagstone_parse_virtual(hagstone_options.virtual_units[i], &pmus[i].specification);
    if (wrong) return wrong;
  }
  hagstone_sample_threads(pmus, pmu_count);
  return 0;
}

static void describe(struct hagstone_header *header, const struct hagstone_virtual_specification *specification) {
  header->engine = HAGSTONE_ENGINE_VIRTUAL;
  header->driver = HAGSTONE_DRIVER_ACCESSES;
  header->watch_registers = header->registers_found = specification->registers;
  header->reservoir = specification->reservoir;
  header->attribution = specification->attribution;
  header->period = specification->period;
  header->seed = specification->seed;
  header->tools = 0;
  header->reuse_granularities = 0;
  header->distance_unit = 0;
  header->granularity = 0;
  for (uint32_t i = 0; i < specification->tool_count; i++) {
    header->tools |= 1ull << specification->tools[i];
    if (specification->tools[i] != HAGSTONE_TOOL_REUSE_DISTANCE) continue;
    header->distance_unit = HAGSTONE_DISTANCE_ACCESSES;
    header->granularity = specification->granularity;
  }
}

enum { LONGEST_NAME = 32 };

/* virtual-NUMBER in the directory of the recording. */
static void name_directory(char name[LONGEST_NAME], uint32_t number) {
  static const char prefix[] = "./virtual-";
  char digits[10];
  uint32_t length = 0, digit_count = 0;
  for (uint32_t i = 0; prefix[i]; i++) name[length++] = prefix[i];
  for (; number; number /= 10) digits[digit_count++] = (char)('0' + number % 10);
  while (digit_count) name[length++] = digits[--digit_count];
  name[length] = 0;
}

int hagstone_create_virtual_recordings(const struct hagstone_header *header, int lowest_descriptor) {
  for (uint32_t i = 0; i < pmu_count; i++) {
    char name[LONGEST_NAME];
    name_directory(name, i + 1);
    struct hagstone_header own = *header;
    describe(&own, &pmus[i].specification);
    const int failure = hagstone_open_recorder(&pmus[i].recorder, name, &own, lowest_descriptor);
    if (failure) return failure;
  }
  return 0;
}

static void memory_ends(uint64_t address, uint64_t bytes, enum hagstone_memory_end how) {
  (void)how;
  hagstone_end_sampled_memory(address, bytes);
}

static void memory_moves(uint64_t from, uint64_t to, uint64_t bytes) {
  hagstone_end_sampled_memory(from, bytes);
  hagstone_end_sampled_memory(to, bytes);
}

const struct hagstone_measurement hagstone_virtual_measurement = {
    .name = "virtual",
    .start = start,
    .access = hagstone_sample_access,
    .kernel_access = hagstone_sample_kernel_access,
    .memory_ends = memory_ends,
    .memory_moves = memory_moves,
    .thread_ends = hagstone_end_sampled_thread,
    .window_ends = hagstone_give_up_samples,
    .finish = hagstone_give_up_samples,
    .after_fork = hagstone_forget_sampled_threads,
};
