/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "control.h"

#include <stdint.h>

#include "common/raw_format.h"
#include "recording/kernel.h"

enum { LONGEST_PATH = 4096 };

static const volatile struct hagstone_control *control;

/* False if it is too long. */
static int path_of_control(const char *directory, char path[LONGEST_PATH]) {
  static const char name[] = "/" HAGSTONE_CONTROL_NAME;
  uint32_t length = 0;
  for (; directory[length]; length++) {
    if (length + sizeof name >= LONGEST_PATH) return 0;
    path[length] = directory[length];
  }
  for (uint32_t i = 0; i < sizeof name; i++) path[length + i] = name[i];
  return 1;
}

void hagstone_open_control(const char *directory) {
  char path[LONGEST_PATH];
  control = 0;
  if (!path_of_control(directory, path)) return;
  const int file = hagstone_kernel_open_file(path);
  if (file < 0) return;
  const struct hagstone_control *mapped = hagstone_kernel_map_file(file, 0, HAGSTONE_CONTROL_SIZE);
  hagstone_kernel_close(file);
  if (mapped && mapped->magic == HAGSTONE_CONTROL_MAGIC) control = mapped;
}

int hagstone_stop_requested(void) { return control && control->request == HAGSTONE_CONTROL_STOP; }
