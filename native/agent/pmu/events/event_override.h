// SPDX-License-Identifier: MIT
// HAGSTONE_EVENTS (common/agent_environment.h): events that the user named in place of the processor's own.
#ifndef HAGSTONE_PMU_EVENT_OVERRIDE_H
#define HAGSTONE_PMU_EVENT_OVERRIDE_H

#include "selected_events.h"

namespace hagstone {

// Fills `sampling` from comma-separated `kind:type:config:config1:config2`. False if the text cannot be read or names no
// event or more than there is room for.
[[nodiscard]] bool parse_events(const char *text, EventSelection &selection);

}  // namespace hagstone

#endif
