/* SPDX-License-Identifier: MIT
 * Every mark, in the common subset of C99 and C++98. Without an agent it does nothing and exits normally. */
#include <hagstone.h>

static double cells[10];

int main(void) {
  hagstone_inspect_array(cells, sizeof *cells, sizeof *cells, 10, HAGSTONE_FLOAT, HAGSTONE_APPROXIMATE);
  hagstone_inspect_object(cells, sizeof *cells, HAGSTONE_FLOAT, HAGSTONE_EXACT);
  hagstone_inspect_registers(sizeof *cells, HAGSTONE_FLOAT, HAGSTONE_EXACT);
  hagstone_region_begin("region");
  hagstone_region_end("region");
  hagstone_stop_collection();
  hagstone_start_collection();
  return 0;
}
