// SPDX-License-Identifier: GPL-2.0-or-later
// Generates programs, runs them on the processor step by step and under the engine, and compares all counts:
//   hagstone_register_truth FIRST_SEED PROCESSES PROGRAMS_EACH [--rounds=N] [--windows=ON,OFF] [--profile=rising|bounds]
//                           [ENGINE OPTION...]
// Prints a line for each difference. Exit status 1 if there are any; 0 as well where this machine cannot run programs step
// by step, after saying so.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "native_run.h"
#include "recorded.h"

using namespace hagstone::register_truth;

int main(int count_of_arguments, char **arguments) {
  if (count_of_arguments < 4) {
    fprintf(stderr,
            "usage: %s FIRST_SEED PROCESSES PROGRAMS_EACH [--rounds=N] [--windows=ON,OFF] [--profile=rising|bounds] "
            "[ENGINE OPTION...]\n",
            arguments[0]);
    return 2;
  }
  if (const std::string reason = why_not_run_natively(); !reason.empty()) {
    printf("skipped: %s\n", reason.c_str());
    return 0;
  }
  const uint64_t first = strtoull(arguments[1], nullptr, 10), processes = strtoull(arguments[2], nullptr, 10);
  const auto programs = static_cast<uint32_t>(strtoul(arguments[3], nullptr, 10));
  uint32_t rounds = 0;
  Measured measured;
  for (int i = 4; i < count_of_arguments; i++) {
    const std::string argument = arguments[i];
    if (argument.starts_with("--rounds="))
      rounds = static_cast<uint32_t>(strtoul(argument.c_str() + 9, nullptr, 10));
    else if (sscanf(arguments[i], "--windows=%lu,%lu", &measured.windows.on, &measured.windows.off) == 2)
      continue;
    else if (argument == "--profile=rising")
      measured.profile.kind = ValueProfile::rising;
    else if (argument == "--profile=bounds")
      measured.profile.kind = ValueProfile::bounds;
    else
      measured.options.push_back(argument);
  }
  uint64_t different = 0, steps = 0;
  for (uint64_t seed = first; seed < first + processes; seed++) {
    try {
      const Comparison compared = compare(seed, programs, rounds, {Fault::none}, measured)[0];
      const auto lines = differences(compared.truth, compared.found, compared.contexts, 20);
      steps += compared.steps;
      different += !lines.empty();
      for (const std::string &line : lines) printf("seed %lu: %s\n", static_cast<unsigned long>(seed), line.c_str());
    } catch (const std::runtime_error &error) {
      different++;
      printf("seed %lu: %s\n", static_cast<unsigned long>(seed), error.what());
    }
  }
  printf("%lu programs in %lu processes, %lu instructions: %lu processes differ\n",
         static_cast<unsigned long>(processes * programs), static_cast<unsigned long>(processes),
         static_cast<unsigned long>(steps), static_cast<unsigned long>(different));
  return different ? 1 : 0;
}
