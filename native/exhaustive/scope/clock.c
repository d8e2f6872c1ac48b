/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "clock.h"

uint64_t hagstone_clock;
