/* SPDX-License-Identifier: MIT
 * Linked with -nostdlib: an algorithm that needs libc would not link. Exit status 0 if they also run. */
#include "attribution.h"
#include "compare.h"
#include "rank.h"
#include "raw_format.h"
#include "reservoir.h"

static _Noreturn void leave(long status) {
  for (;;) __asm__ volatile("syscall" : : "a"(231L), "D"(status) : "rcx", "r11", "memory");
}

_Noreturn void _start(void);

__attribute__((force_align_arg_pointer)) _Noreturn void _start(void) {
  struct hagstone_random random;
  struct hagstone_reservoir_state reservoir;
  hagstone_random_seed(&random, 1, 2);
  hagstone_reservoir_initialize(&reservoir, HAGSTONE_RESERVOIR_REGISTERS, 4);
  int taken = 0;
  for (int i = 0; i < 4; i++) taken += hagstone_reservoir_offer(&reservoir, &random) >= 0;
  double accounted = 0;
  double credit = hagstone_attribution_credit(10, &accounted, 1, 2, HAGSTONE_ATTRIBUTION_PROPORTIONAL);
  const double one = 1, other = 1.005;
  int repeats = hagstone_element_repeats(HAGSTONE_ELEMENT_F64, &one, &other, 10000000);
  static char rank_variable[] = "PMIX_RANK=3";
  char *const environment[] = {rank_variable, 0};
  const int32_t rank = hagstone_rank(environment);
  leave(rank == 3 && taken == 4 && credit == 5 && repeats && hagstone_nearest_prime(10) == 11 ? 0 : 1);
}
