/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine_state.h"

struct hagstone_engine_state hagstone_engine = {.near = ~0ull};
