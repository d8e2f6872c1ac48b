// SPDX-License-Identifier: GPL-2.0-or-later
#include "fake_recordings.h"

#include <cstring>

namespace hagstone::exhaustive::testing {

std::deque<hagstone_recording> &recordings() {
  static std::deque<hagstone_recording> all;
  return all;
}

void forget_recordings() { recordings().clear(); }

}  // namespace hagstone::exhaustive::testing

using hagstone::exhaustive::testing::recordings;

extern "C" {

hagstone_recording hagstone_main_recording = {};

hagstone_recording *hagstone_recording_allocate(void) { return &recordings().emplace_back(); }

int hagstone_recording_create(hagstone_recording *recording, const char *directory, const hagstone_header *header, int) {
  *recording = {};
  recording->directory = directory;
  recording->header = *header;
  return 0;
}

int hagstone_recording_append(hagstone_recording *recording, hagstone_writer, uint32_t type, const void *first,
                              uint32_t first_length, const void *, uint32_t) {
  if (recording->full) return 0;
  auto &added = recording->log.emplace_back(hagstone_recording::Log{type, std::vector<uint64_t>((first_length + 7) / 8)});
  std::memcpy(added.words.data(), first, first_length);
  return 1;
}

void *hagstone_recording_add_counter(hagstone_recording *recording, uint32_t type, const void *payload, uint32_t length) {
  if (recording->full) return nullptr;
  auto &added =
      recording->counters.emplace_back(hagstone_recording::Counter{type, std::vector<uint64_t>(1 + (length + 7) / 8)});
  std::memcpy(added.words.data() + 1, payload, length);
  return added.words.data() + 1;
}

uint64_t *hagstone_recording_statistic(hagstone_recording *recording, hagstone_statistic statistic) {
  return &recording->statistics[statistic];
}

uint32_t hagstone_recording_copy_context(hagstone_recording *recording, const hagstone_recording *, uint32_t context) {
  return recording->full ? 0 : context;
}

uint64_t hagstone_kernel_monotonic_time(void) { return 1'000'000'000; }
}
