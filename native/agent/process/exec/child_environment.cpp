// SPDX-License-Identifier: MIT
#include "child_environment.h"

#include <link.h>
#include <string.h>

#include "base/system_call.h"
#include "base/text.h"
#include "process/own_extent.h"
#include "preload_list.h"

namespace hagstone {

constinit KeptEnvironment kept_environment;

namespace {

constexpr char prefix[] = "HAGSTONE_";
constexpr char recording[] = HAGSTONE_ENVIRONMENT_RECORDING "=";
constexpr char preload[] = "LD_PRELOAD=";
constexpr char runtime[] = HAGSTONE_ENVIRONMENT_RUNTIME "=";

bool same_name(const char *variable, const char *other) {
  while (*variable && *variable == *other && *variable != '=') variable++, other++;
  return *variable == '=' && *other == '=';
}

// Path of this library, which was loaded into the running program; "" where the agent is part of the program.
const char *own_path() {
  const char *path = "";
  dl_iterate_phdr(
      [](dl_phdr_info *object, size_t, void *found) {
        if (object->dlpi_addr != own_extent().start) return 0;
        *static_cast<const char **>(found) = object->dlpi_name;
        return 1;
      },
      &path);
  return path;
}

// Appends to a buffer, or only counts if there is none.
class Sink {
 public:
  explicit Sink(char *destination) : destination_(destination) {}
  void put(const char *text, size_t length) {
    for (size_t i = 0; destination_ && i < length; i++) destination_[length_ + i] = text[i];
    length_ += length;
  }
  void put(const char *text) { put(text, text_length(text)); }
  void entry(const char *text, size_t length) {
    if (!first_) put(":", 1);
    first_ = false;
    put(text, length);
  }
  size_t length() const { return length_; }

 private:
  char *destination_;
  size_t length_ = 0;
  bool first_ = true;
};

}  // namespace

void KeptEnvironment::keep(char **environment) {
  forget();
  PreloadEntry own = {};
  size_t bytes = 0, count = 0;
  for (char **variable = environment; *variable; variable++) {
    if (text_starts_with(*variable, preload)) own = find_agent(*variable + sizeof preload - 1);
    if (!text_starts_with(*variable, prefix) || text_starts_with(*variable, runtime) || count == most_variables) continue;
    bytes += text_length(*variable) + 1;
    count++;
  }
  if (!own.length) own = {own_path(), text_length(own_path())};
  if (!own.length) return;
  bytes_ = bytes + own.length + 1;
  memory_ = static_cast<char *>(map_pages(bytes_));
  if (!memory_) return;
  char *free = memory_;
  library_ = free;
  memcpy(free, own.start, own.length);
  free += own.length + 1;
  for (char **variable = environment; *variable && count_ < count; variable++) {
    if (!text_starts_with(*variable, prefix) || text_starts_with(*variable, runtime)) continue;
    variables_[count_++] = free;
    const size_t length = text_length(*variable) + 1;
    memcpy(free, *variable, length);
    free += length;
  }
}

void KeptEnvironment::forget() {
  if (memory_) unmap_pages(memory_, bytes_);
  *this = {};
}

ChildEnvironment::ChildEnvironment(char *const *given, const ExecutedFile &file) : given_(given), file_(file) {
  if (kept_environment.empty()) return;
  bool has_recording = false;
  for (; given && given[count_]; count_++) {
    const char *variable = given[count_];
    if (text_starts_with(variable, preload)) preload_ = variable;
    if (!text_starts_with(variable, recording)) continue;
    has_recording = true;
    // The program's own wish that its child is left alone.
    if (!variable[sizeof recording - 1]) return;
  }
  const char *list = preload_ ? preload_ + sizeof preload - 1 : "";
  const PreloadEntry agent = find_agent(list);
  if (file.refuses_agent) {
    if (!agent.length) return;
  } else {
    adds_variables_ = !has_recording;
    adds_runtime_ = *file.runtime && !names_before(list, file.runtime, agent.start);
    if (agent.length && !adds_variables_ && !adds_runtime_) return;
  }
  preload_bytes_ = write_preload(nullptr);
  const size_t added = 2 + (adds_variables_ ? kept_environment.count() : 0);
  bytes_ = (count_ + added + 1) * sizeof(char *) + preload_bytes_;
  if (adds_runtime_) bytes_ += sizeof runtime + text_length(file.runtime);
}

bool ChildEnvironment::is_left_out(const char *variable) const {
  if (text_starts_with(variable, runtime)) return true;
  if (!adds_variables_) return false;
  for (size_t i = 0; i < kept_environment.count(); i++)
    if (same_name(variable, kept_environment.variable(i))) return true;
  return false;
}

// The whole variable, terminated; 0 if nothing is left of it. A nullptr only asks for the length.
size_t ChildEnvironment::write_preload(char *destination) const {
  Sink sink(destination);
  sink.put(preload);
  if (adds_runtime_) sink.entry(file_.runtime, text_length(file_.runtime));
  bool agent_written = file_.refuses_agent;
  const auto write_agent = [&] {
    if (!agent_written) sink.entry(kept_environment.library(), text_length(kept_environment.library()));
    agent_written = true;
  };
  const char *rest = preload_ ? preload_ + sizeof preload - 1 : "";
  for (PreloadEntry entry; next_entry(rest, entry);) {
    if (is_agent(entry)) continue;
    if (!is_first_runtime(entry.start, entry.length)) write_agent();
    sink.entry(entry.start, entry.length);
  }
  write_agent();
  if (sink.length() == sizeof preload - 1) return 0;
  sink.put("", 1);
  return sink.length();
}

char *const *ChildEnvironment::build(void *memory) const {
  auto **list = static_cast<char **>(memory);
  const size_t added = 2 + (adds_variables_ ? kept_environment.count() : 0);
  char *text = reinterpret_cast<char *>(list + count_ + added + 1);
  char **next = list;
  char *new_preload = preload_bytes_ ? text : nullptr;
  if (new_preload) text += write_preload(text);
  for (size_t i = 0; i < count_; i++) {
    if (given_[i] == preload_) {
      if (new_preload) *next++ = new_preload;
    } else if (!is_left_out(given_[i])) {
      *next++ = given_[i];
    }
  }
  if (!preload_ && new_preload) *next++ = new_preload;
  for (size_t i = 0; adds_variables_ && i < kept_environment.count(); i++) *next++ = kept_environment.variable(i);
  if (adds_runtime_) {
    TextBuilder(text, sizeof runtime + text_length(file_.runtime)).text(runtime).text(file_.runtime);
    *next++ = text;
  }
  *next = nullptr;
  return list;
}

void leave_runtime(char **environment) {
  const char *name = nullptr;
  for (char **variable = environment; *variable; variable++)
    if (text_starts_with(*variable, runtime)) name = *variable + sizeof runtime - 1;
  if (!name) return;
  char **kept = environment;
  for (char **variable = environment; *variable; variable++) {
    if (text_starts_with(*variable, runtime)) continue;
    if (text_starts_with(*variable, preload)) remove_first_entry(*variable + sizeof preload - 1, name);
    *kept++ = *variable;
  }
  *kept = nullptr;
}

}  // namespace hagstone
