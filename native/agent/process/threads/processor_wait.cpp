// SPDX-License-Identifier: MIT
#include "processor_wait.h"

#include <string.h>

#include "base/small_file.h"
#include "base/text.h"
#include "process/agent.h"
#include "process/threads/other_threads.h"

namespace hagstone {

namespace {

// A process with very many threads is not to end later for it.
constexpr unsigned most_threads = 1024;

struct SchedulerTimes {
  uint64_t running = 0;
  uint64_t waiting = 0;
};

// ns; zeros if the kernel does not say.
SchedulerTimes read_times(const char *path) {
  char text[64];
  if (!read_small_file(path, text, sizeof text)) return {};
  // Time on a processor, time without one, number of turns.
  char *second = strchr(text, ' ');
  char *end = second ? strchr(second + 1, ' ') : nullptr;
  if (!end) return {};
  *second++ = *end = '\0';
  SchedulerTimes times;
  if (!parse_number(text, times.running) || !parse_number(second, times.waiting)) return {};
  return times;
}

}  // namespace

uint64_t own_processor_wait() { return read_times("/proc/thread-self/schedstat").waiting; }

void count_processor_wait_of_others() {
  if (agent.attached || !agent.process.active() || agent.control.request() == HAGSTONE_CONTROL_STOP) return;
  uint64_t sum = 0;
  unsigned threads = 0;
  for_each_other_thread([&](const char *name, int) {
    if (++threads > most_threads) return;
    char path[64];
    TextBuilder(path, sizeof path).text("/proc/self/task/").text(name).text("/schedstat");
    const SchedulerTimes times = read_times(path);
    if (times.running >= counted_thread_time) sum += times.waiting;
  });
  if (sum) agent.process.count(HAGSTONE_STATISTIC_processor_wait, sum);
}

}  // namespace hagstone
