/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Virtual PMUs: samplers inside the exhaustive engine. Each counts loads or stores (or both) of every thread, samples one
 * of every `period`, and watches the sampled bytes in 1 to 16 virtual debug registers, by the code of the real sampler
 * (native/common: reservoir, attribution, watched part, judgement) and under its rules (native/agent/sampling). Since it
 * runs in the same execution as the exact measurements, their results can be compared; the same seed takes the same
 * samples. Each writes a recording of its own, DIRECTORY/virtual-N with N from 1 in the order of the options --virtual. */
#ifndef HAGSTONE_VIRTUAL_PMU_H
#define HAGSTONE_VIRTUAL_PMU_H

#include "common/raw_format.h"
#include "exhaustive/measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets up the PMUs of hagstone_options when it starts. Wants `access` of every access, also by system calls. */
extern const struct hagstone_measurement hagstone_virtual_measurement;

/* Creates the recordings of all of them below hagstone_options.recording. `header`: of the main recording; the fields
 * of the engine and its sampling are set here. To be called once the measurements have started, right after the main
 * recording was created and before its first thread is recorded; in the child of a fork as well. Returns 0, or the
 * negative errno of the first that could not be created. */
int hagstone_create_virtual_recordings(const struct hagstone_header *header, int lowest_descriptor);

#ifdef __cplusplus
}
#endif

#endif
