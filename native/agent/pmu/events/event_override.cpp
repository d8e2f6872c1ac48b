// SPDX-License-Identifier: MIT
#include "event_override.h"

#include "base/text.h"
#include "hexadecimal.h"

namespace hagstone {

namespace {

constexpr uint8_t zero_skid = 2;

bool take_kind(const char *&text, WantedAccess &kind) {
  constexpr struct {
    const char *name;
    WantedAccess kind;
  } kinds[] = {{"loads:", WantedAccess::loads}, {"stores:", WantedAccess::stores}, {"all:", WantedAccess::both}};
  for (const auto &known : kinds) {
    if (!text_starts_with(text, known.name)) continue;
    text += text_length(known.name);
    kind = known.kind;
    return true;
  }
  return false;
}

bool take_event(const char *&text, PmuEvent &event) {
  uint64_t type;
  uint64_t *const numbers[] = {&type, &event.config, &event.config1, &event.config2};
  if (!take_kind(text, event.kind)) return false;
  for (unsigned i = 0; i < 4; i++) {
    if (i > 0 && *text++ != ':') return false;
    if (!take_hexadecimal(text, *numbers[i])) return false;
  }
  if (type > UINT32_MAX) return false;
  event.type = static_cast<uint32_t>(type);
  return true;
}

}  // namespace

bool parse_events(const char *text, EventSelection &selection) {
  const bool instruction_based = selection.engine == HAGSTONE_ENGINE_IBS;
  selection.sampling_count = 0;
  for (;;) {
    if (selection.sampling_count == EventSelection::capacity) return false;
    PmuEvent &event = selection.sampling[selection.sampling_count++];
    event = {};
    if (!take_event(text, event)) return false;
    event.precise_ip = instruction_based ? 0 : zero_skid;
    event.exclude_kernel = !instruction_based || event.config2 & 1;  // swfilt
    if (!*text) return true;
    if (*text++ != ',') return false;
  }
}

}  // namespace hagstone
