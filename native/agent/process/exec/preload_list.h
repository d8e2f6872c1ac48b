// SPDX-License-Identifier: MIT
// The list of libraries in LD_PRELOAD, separated by colons or spaces (ld.so(8)).
#ifndef HAGSTONE_PROCESS_PRELOAD_LIST_H
#define HAGSTONE_PROCESS_PRELOAD_LIST_H

#include <stddef.h>

namespace hagstone {

struct PreloadEntry {
  const char *start;
  size_t length;
};

// Takes the next entry off `list`; false at its end.
bool next_entry(const char *&list, PreloadEntry &entry);

bool is_agent(const PreloadEntry &entry);

// An entry of length 0 if the list does not name the agent.
PreloadEntry find_agent(const char *list);

// True if an entry `name`, or one of that file name, comes before `end` (nullptr: anywhere).
bool names_before(const char *list, const char *name, const char *end);

// Take entries out, in place.
void remove_agent(char *list);
void remove_first_entry(char *list, const char *name);

}  // namespace hagstone

#endif
