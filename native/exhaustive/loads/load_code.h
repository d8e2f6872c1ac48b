/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HAGSTONE_EXHAUSTIVE_LOAD_CODE_H
#define HAGSTONE_EXHAUSTIVE_LOAD_CODE_H

struct hagstone_code_hooks;

/* The code for redundant loads in translations. */
extern const struct hagstone_code_hooks hagstone_redundant_loads_code;

#endif
