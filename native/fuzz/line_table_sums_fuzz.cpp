// SPDX-License-Identifier: MIT
// Line tables of any content, from any offset.
#include <stdint.h>
#include <stdlib.h>

#include "dwarf/line_table_sums.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  // A sum takes 16 bytes of the table, an entry without one at least one.
  if (hagstone::symbols::line_table_sums({data + 1, size - 1}, data[0]).size() > size) abort();
  return 0;
}
