/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <asm/errno.h>

#include "exhaustive/recording/modules.h"
#include "exhaustive/recording/recording.h"
#include "exhaustive/recording/recording_state.h"

static const uint64_t zero_statistics[HAGSTONE_STATISTIC_COUNT];

int hagstone_recording_create(struct hagstone_recording *recording, const char *directory,
                              const struct hagstone_header *header, int lowest_descriptor) {
  int failure = hagstone_file_create(&recording->file, directory, header, lowest_descriptor);
  if (failure < 0) return failure;
  /* The first record of a writer's counters. */
  recording->statistics =
      hagstone_recording_add_counter(recording, HAGSTONE_RECORD_STATISTICS, zero_statistics, sizeof zero_statistics);
  if (!recording->statistics) return -ENOSPC;
  hagstone_recording_opened(recording);
  hagstone_modules_record(recording);
  return 0;
}
