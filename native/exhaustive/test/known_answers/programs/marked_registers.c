/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Marks registers as whole ones, as doubles, and as elements that no register of SSE has: of 3 bytes, and long doubles. */
#include <hagstone.h>

int main(void) {
  hagstone_inspect_registers(0, HAGSTONE_BYTES, HAGSTONE_EXACT);
  hagstone_inspect_registers(sizeof(double), HAGSTONE_FLOAT, HAGSTONE_APPROXIMATE);
  hagstone_inspect_registers(3, HAGSTONE_UNSIGNED, HAGSTONE_EXACT);
  hagstone_inspect_registers(sizeof(long double), HAGSTONE_FLOAT, HAGSTONE_EXACT);
  return 0;
}
