// SPDX-License-Identifier: MIT
#include "sampling/sample_log.h"

#include <fcntl.h>

#include "base/environment.h"
#include "base/own_descriptors.h"
#include "base/system_call.h"
#include "base/text.h"

namespace hagstone {

namespace {

constexpr const char *statistic_names[] = {
#define HAGSTONE_X(name, description) #name,
    HAGSTONE_STATISTICS(HAGSTONE_X)
#undef HAGSTONE_X
};

constexpr const char *relation_names[] = {"?",          "KILLED_BY", "USED_BY",    "REDUNDANT_WITH",
                                          "CHANGED_BY", "REUSED_BY", "SHARED_WITH"};

int log_descriptor = -1;
int log_process = 0;

class Line {
 public:
  Line(uint32_t thread, const char *event) : text_(buffer_, sizeof buffer_ - 1) {
    text_.text("thread ").number(thread).text(" ").text(event);
  }
  // A forked child has this descriptor's number for something else.
  ~Line() {
    if (log_descriptor < 0 || log_process != current_process()) return;
    size_t length = text_length(buffer_);
    buffer_[length++] = '\n';
    (void)call(SYS_write, log_descriptor, buffer_, length);
  }
  Line(const Line &) = delete;
  Line &operator=(const Line &) = delete;

  Line &text(const char *text) {
    text_.text(text);
    return *this;
  }
  Line &number(uint64_t number) {
    text_.number(number);
    return *this;
  }
  Line &address(uint64_t address) {
    char digits[19] = "0x";
    unsigned count = 2;
    for (int shift = 60; shift >= 0; shift -= 4) {
      const unsigned digit = address >> shift & 15;
      if (digit || count > 2 || !shift) digits[count++] = "0123456789abcdef"[digit];
    }
    digits[count] = 0;
    return text(digits);
  }

 private:
  char buffer_[192];
  TextBuilder text_;
};

bool ends_something(hagstone_statistic which) {
  switch (which) {
    case HAGSTONE_STATISTIC_replaced:
    case HAGSTONE_STATISTIC_not_chosen:
    case HAGSTONE_STATISTIC_own_traps:
    case HAGSTONE_STATISTIC_unfinished:
    case HAGSTONE_STATISTIC_walk_stops:
    case HAGSTONE_STATISTIC_freed:
    case HAGSTONE_STATISTIC_kept_traps: return true;
    default: return text_starts_with(statistic_names[which], "dropped_");
  }
}

}  // namespace

void open_sample_log(char **environment) {
  const char *path = find_variable(environment, "HAGSTONE_SAMPLE_LOG");
  if (!path) return;
  const long opened = call(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (opened < 0) return;
  log_descriptor = keep_descriptor(static_cast<int>(opened));
  log_process = current_process();
}

void log_interrupt(uint32_t thread, uint64_t cpu_time, uint32_t periods) {
  Line(thread, "interrupt")
      .text(" at ")
      .number(cpu_time / 1000)
      .text(" us of CPU time, for ")
      .number(periods)
      .text(" periods");
}

void log_access(uint32_t thread, const char *tool, const SampledAccess &access) {
  Line(thread, "access")
      .text(access.store ? " store of " : " load of ")
      .number(access.length)
      .text(" bytes at ")
      .address(access.address)
      .text(" by ")
      .address(access.instruction)
      .text(access.pending ? ", to come" : ", done")
      .text(" (")
      .text(tool)
      .text(")");
}

void log_armed(uint32_t thread, unsigned slot, const hagstone_watched_part &part) {
  Line(thread, "armed")
      .text(" register ")
      .number(slot)
      .text(": ")
      .number(part.length)
      .text(" bytes at ")
      .address(part.address);
}

void log_trap(uint32_t thread, unsigned slot, uint64_t instruction) {
  Line(thread, "trap").text(" register ").number(slot).text(", next instruction ").address(instruction);
}

void log_pair(uint32_t thread, unsigned slot, hagstone_relation relation, double credit) {
  Line(thread, "pair")
      .text(" register ")
      .number(slot)
      .text(": ")
      .text(relation_names[relation])
      .text(", credit ")
      .number(static_cast<uint64_t>(credit))
      .text(" periods");
}

void log_count(uint32_t thread, hagstone_statistic which) {
  if (ends_something(which)) Line(thread, statistic_names[which]);
}

}  // namespace hagstone
