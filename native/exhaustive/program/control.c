/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "control.h"

#include "common/raw_format.h"
#include "exhaustive/recording/kernel.h"

static const volatile struct hagstone_control *control;

void hagstone_open_control(void) {
  const int file = hagstone_kernel_open_to_read("./" HAGSTONE_CONTROL_NAME);
  if (file < 0) return;
  const struct hagstone_control *mapped = hagstone_kernel_map_to_read(file, HAGSTONE_CONTROL_SIZE);
  hagstone_kernel_close(file);
  if (mapped && mapped->magic == HAGSTONE_CONTROL_MAGIC) control = mapped;
}

int hagstone_stop_requested(void) { return control && control->request == HAGSTONE_CONTROL_STOP; }
