/* SPDX-License-Identifier: MIT */
#include "rank.h"

/* The value, inside the environment itself; null if there is none with this name. */
static const char *variable(char *const *environment, const char *name) {
  for (; *environment; environment++) {
    const char *text = *environment;
    const char *wanted = name;
    while (*wanted && *text == *wanted) text++, wanted++;
    if (!*wanted && *text == '=') return text + 1;
  }
  return 0;
}

/* -1: no decimal number of 31 bits. */
static int32_t number(const char *text) {
  int64_t value = 0;
  if (!text || !*text) return -1;
  for (; *text; text++) {
    if (*text < '0' || *text > '9') return -1;
    value = value * 10 + (*text - '0');
    if (value > INT32_MAX) return -1;
  }
  return (int32_t)value;
}

int32_t hagstone_rank(char *const *environment) {
  /* First the starter of ranks itself, then variables that may be set around it. If Slurm names no step, this is its
   * batch script, which is not a rank. */
  static const struct {
    const char *rank;
    const char *count; /* null: the starter names none */
  } starters[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                  {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},
                  {"PMI_RANK", "PMI_SIZE"},
                  {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"},
                  {"PMIX_RANK", 0}};
  for (unsigned i = 0; i < sizeof starters / sizeof *starters; i++) {
    int32_t rank = number(variable(environment, starters[i].rank));
    int32_t count = starters[i].count ? number(variable(environment, starters[i].count)) : 0;
    if (rank >= 0 && count >= 0) return count == 1 ? -1 : rank;
  }
  return -1;
}
