/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "time_line.h"

#include "common/raw_format.h"
#include "options.h"
#include "exhaustive/pairs/pairs.h"
#include "recording/kernel.h"
#include "recording/recording.h"

enum { POINTS_OF_ONE_DISTANCE = 256 };
/* Writing an extent takes some hundredths of the time that so many superblocks take. */
enum { SUPERBLOCKS_PER_EXTENT = 5000, SHORTEST_DISTANCE = 100000 };
/* Larger recordings are of runs so long that the points of their refreshes are enough. */
enum { MOST_EXTENTS = 1000 };

static uint64_t distance = SHORTEST_DISTANCE; /* superblocks between points */
static uint64_t latest;                       /* superblocks that had run at the latest one */
static uint64_t points;
static uint64_t instructions; /* at the latest one */

/* Values have no pairs, and of registers and reuse there is no amount that their pairs are a share of. */
static const struct {
  enum hagstone_tool tool;
  enum hagstone_statistic accessed[2];
} measured[] = {
    {HAGSTONE_TOOL_DEAD_STORES, {HAGSTONE_STATISTIC_store_bytes, HAGSTONE_STATISTIC_kernel_store_bytes}},
    {HAGSTONE_TOOL_SILENT_STORES, {HAGSTONE_STATISTIC_store_bytes, HAGSTONE_STATISTIC_kernel_store_bytes}},
    {HAGSTONE_TOOL_REDUNDANT_LOADS, {HAGSTONE_STATISTIC_load_bytes, HAGSTONE_STATISTIC_kernel_load_bytes}},
    {HAGSTONE_TOOL_SPATIAL_LOADS, {HAGSTONE_STATISTIC_load_bytes, HAGSTONE_STATISTIC_kernel_load_bytes}},
};
enum { MEASURED = sizeof measured / sizeof *measured };

static int is_wanted(uint32_t i) { return (hagstone_options.tools >> measured[i].tool & 1) != 0; }

static int any_is_wanted(void) {
  for (uint32_t i = 0; i < MEASURED; i++)
    if (is_wanted(i)) return 1;
  return 0;
}

int hagstone_time_point_is_due(uint64_t superblocks) {
  const uint64_t extents = hagstone_recording_extents(&hagstone_main_recording);
  if (extents > MOST_EXTENTS || superblocks - latest < distance + extents * SUPERBLOCKS_PER_EXTENT) return 0;
  latest = superblocks;
  return any_is_wanted();
}

void hagstone_write_time_points(void) {
  struct hagstone_time_point point = {.time = hagstone_kernel_monotonic_time(),
                                      .instructions = *hagstone_statistic(HAGSTONE_STATISTIC_instructions)};
  if (point.instructions == instructions) return;
  instructions = point.instructions;
  for (uint32_t i = 0; i < MEASURED; i++) {
    if (!is_wanted(i)) continue;
    point.tool = measured[i].tool;
    point.waste = hagstone_bytes_in_pairs[measured[i].tool];
    point.accessed = *hagstone_statistic(measured[i].accessed[0]) + *hagstone_statistic(measured[i].accessed[1]);
    hagstone_new_log_record(HAGSTONE_RECORD_TIME_POINT, &point, sizeof point);
  }
  if (++points % POINTS_OF_ONE_DISTANCE == 0) distance *= 2;
}

void hagstone_forget_time_points(void) {
  points = instructions = 0;
  distance = SHORTEST_DISTANCE;
  for (uint32_t i = 0; i < sizeof hagstone_bytes_in_pairs / sizeof *hagstone_bytes_in_pairs; i++)
    hagstone_bytes_in_pairs[i] = 0;
}
