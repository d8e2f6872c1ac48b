// SPDX-License-Identifier: MIT
#include "supervision.h"

#include <stdlib.h>
#include <string.h>

#include <initializer_list>

#include "base/in_valgrind.h"
#include "base/small_file.h"
#include "base/text.h"
#include "common/tracer_protocol.h"
#include "sampling/sample_log.h"

// Part of LeakSanitizer. Bound when the agent is loaded: a look-up that fails would allocate.
extern "C" __attribute__((weak, visibility("default"))) void __lsan_do_leak_check();

namespace hagstone {

namespace {

// Id of the tracing process, 0 if there is none. The line is among the first, of which only the name's length varies.
uint64_t tracer_process() {
  char status[1024];
  if (!read_small_file("/proc/self/status", status, sizeof status)) return 0;
  constexpr char line[] = "\nTracerPid:\t";
  char *found = strstr(status, line);
  if (!found) return 0;
  found += sizeof line - 1;
  if (char *end = strchr(found, '\n')) *end = '\0';
  uint64_t process = 0;
  return parse_number(found, process) ? process : 0;
}

bool is_own_tracer(uint64_t process) {
  char path[64], name[64];
  TextBuilder(path, sizeof path).text("/proc/").number(process).text("/comm");
  return read_small_file(path, name, sizeof name) && text_equal(name, HAGSTONE_TRACER_NAME);
}

// LeakSanitizer traces its process at the end and gives up if it is already traced, even with detect_leaks=0.
bool finds_leaks() {
  if (!has_leak_sanitizer()) return false;
  for (const char *name : {"ASAN_OPTIONS", "LSAN_OPTIONS"}) {
    const char *options = getenv(name);
    if (options && strstr(options, "detect_leaks=0")) return false;
  }
  return true;
}

}  // namespace

bool has_leak_sanitizer() { return __lsan_do_leak_check != nullptr; }

bool is_traced_by_our_tracer() {
  const uint64_t tracer = tracer_process();
  return tracer && is_own_tracer(tracer);
}

hagstone_failure supervision(hagstone_transport transport) {
  if (is_in_valgrind()) return HAGSTONE_FAILURE_supervised;
  const uint64_t tracer = tracer_process();
  if (!tracer) return transport == HAGSTONE_TRANSPORT_TRACER ? HAGSTONE_FAILURE_no_tracer : HAGSTONE_FAILURE_none;
  if (transport == HAGSTONE_TRANSPORT_TRACER && finds_leaks()) return HAGSTONE_FAILURE_leak_sanitizer;
  // Ours passes every signal on, also while it attaches. The logging agent is there to be debugged: gdb must pass SIGTRAP on.
  return logs_samples || is_own_tracer(tracer) ? HAGSTONE_FAILURE_none : HAGSTONE_FAILURE_supervised;
}

}  // namespace hagstone
