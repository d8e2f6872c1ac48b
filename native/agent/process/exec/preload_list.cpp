// SPDX-License-Identifier: MIT
#include "preload_list.h"

#include "base/text.h"

namespace hagstone {

namespace {

constexpr char agent_library[] = "libhagstone_agent.so";

bool is_separator(char character) { return character == ':' || character == ' '; }

bool has_file_name(const PreloadEntry &entry, const char *name) {
  const size_t length = text_length(name);
  if (entry.length < length) return false;
  const char *start = entry.start + entry.length - length;
  for (size_t i = 0; i < length; i++)
    if (start[i] != name[i]) return false;
  return start == entry.start || start[-1] == '/';
}

template <typename Unwanted>
void remove_entries(char *list, Unwanted unwanted) {
  char *kept = list;
  const char *rest = list;
  for (PreloadEntry entry; next_entry(rest, entry);) {
    if (unwanted(entry)) continue;
    if (kept != list) *kept++ = ':';
    for (size_t i = 0; i < entry.length; i++) *kept++ = entry.start[i];
  }
  *kept = 0;
}

}  // namespace

bool next_entry(const char *&list, PreloadEntry &entry) {
  while (is_separator(*list)) list++;
  entry = {list, 0};
  while (*list && !is_separator(*list)) list++;
  entry.length = static_cast<size_t>(list - entry.start);
  return entry.length != 0;
}

bool is_agent(const PreloadEntry &entry) { return has_file_name(entry, agent_library); }

PreloadEntry find_agent(const char *list) {
  for (PreloadEntry entry; next_entry(list, entry);)
    if (is_agent(entry)) return entry;
  return {list, 0};
}

bool names_before(const char *list, const char *name, const char *end) {
  for (PreloadEntry entry; next_entry(list, entry) && (!end || entry.start < end);)
    if (has_file_name(entry, name)) return true;
  return false;
}

void remove_agent(char *list) { remove_entries(list, is_agent); }

void remove_first_entry(char *list, const char *name) {
  bool removed = false;
  remove_entries(list, [&](const PreloadEntry &entry) {
    if (removed || !has_file_name(entry, name)) return false;
    return removed = true;
  });
}

}  // namespace hagstone
